/** The rules of names. Only this module imports their generated schema. */

import { NameRules } from "./names.schema.json";

/** The most characters of a player's name, as Unicode counts them: code points. */
export const MAX_NAME_LENGTH = NameRules.properties.player.maxLength;

/** The most characters of a room's name. */
export const MAX_ROOM_NAME_LENGTH = NameRules.properties.room.maxLength;

/** What a name that the server takes looks like, be it a player's or a room's; another player may have it. */
export const NAME_PATTERN = new RegExp(NameRules.properties.player.pattern, "u");
