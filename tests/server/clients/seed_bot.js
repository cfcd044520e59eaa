const io = require('socket.io-client');

class FogOfWarBot {
    constructor(name, room, serverUrl) {
        this.name = name;
        this.room = room;
        this.socket = io(serverUrl);
        this.playerIndex = -1;
        this.gameMap = [];
        this.cities = [];
        this.generals = [];
        this.setupEventHandlers();
        this.connect();
    }
    
    connect() {
        const userId = `bot_${this.name}_${Date.now()}`;
        this.socket.emit('set_username', userId, this.name);
        this.socket.emit('join_private', this.room, userId);
    }
    
    setupEventHandlers() {
        this.socket.on('game_start', (data) => {
            this.playerIndex = data.playerIndex;
        });
        
        this.socket.on('game_update', (data) => {
            this.updateGameState(data);
            this.makeMove();
        });
    }
    
    updateGameState(data) {
        this.cities = this.patch(this.cities, data.cities_diff);
        this.gameMap = this.patch(this.gameMap, data.map_diff);
        this.generals = data.generals;
    }
    
    makeMove() {
        const { width, height, armies, terrain } = this.parseMap();
        
        // Find tiles with moveable armies
        for (let i = 0; i < terrain.length; i++) {
            if (terrain[i] === this.playerIndex && armies[i] > 1) {
                const targets = this.getAdjacentTiles(i, width, height);
                
                for (const target of targets) {
                    if (this.isValidTarget(target, terrain, armies)) {
                        this.socket.emit('attack', i, target);
                        return;
                    }
                }
            }
        }
    }
    
    isValidTarget(target, terrain, armies) {
        // Expand to empty or attack weaker enemies
        return terrain[target] === -1 || 
               (terrain[target] >= 0 && 
                terrain[target] !== this.playerIndex && 
                armies[target] < armies[this.findSourceTile(target)]);
    }
    
    parseMap() {
        const width = this.gameMap[0];
        const height = this.gameMap[1];
        const size = width * height;
        return {
            width,
            height,
            armies: this.gameMap.slice(2, size + 2),
            terrain: this.gameMap.slice(size + 2, size * 2 + 2),
            towerDefense: this.gameMap.slice(size * 2 + 2, size * 3 + 2)
        };
    }
    
    patch(old, diff) {
        const result = [...old];
        let i = 0;
        while (i < diff.length) {
            const index = diff[i++];
            const value = diff[i++];
            result[index] = value;
        }
        return result;
    }
    
    getAdjacentTiles(index, width, height) {
        const row = Math.floor(index / width);
        const col = index % width;
        const adjacent = [];
        
        if (row > 0) adjacent.push((row-1) * width + col);
        if (row < height-1) adjacent.push((row+1) * width + col);
        if (col > 0) adjacent.push(row * width + (col-1));
        if (col < width-1) adjacent.push(row * width + (col+1));
        
        return adjacent;
    }
}

const [url, room] = process.argv.slice(2);
new FogOfWarBot('Seed', room, url);
