/** The types of all messages between browser and server. Only this module imports the generated file. */

export type * from "./wire.gen";
