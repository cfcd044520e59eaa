/** The types of all messages between browser and server. Import them from here: only this file knows what generates them. */

export type * from "./wire.gen";
