/** The colours of the guide's palette, in which the tiles are drawn: what lies over the map is drawn in them too. */

export const WHITE = "#ffffff";
/** $02, forest. */
export const RED = "#683b2b";
/** $05, the ground of the map. */
export const GREEN = "#588d43";
/** $07, units of Eldoin. */
export const YELLOW = "#b8c76f";
/** $0A, the cursor that aims. */
export const LIGHT_RED = "#9a6759";
/** $0D, the cursor that chooses an attacker. */
export const LIGHT_GREEN = "#9ad284";
/** $0F. */
export const LIGHT_GREY = "#959595";
