/* The tables of a game's file. */
#ifndef ADJUTANT_STORE_SCHEMA_H
#define ADJUTANT_STORE_SCHEMA_H

/* "ADJT", and the version of the tables. The file's user_version is ten times the version plus
   the rules edition, so that both can be read from its header. */
enum { GAME_APPLICATION_ID = 0x41444a54, GAME_VERSION = 1 };

extern const char game_schema[];

#endif
