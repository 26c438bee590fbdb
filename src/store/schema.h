/* The tables of a game's file. */
#ifndef ADJUTANT_STORE_SCHEMA_H
#define ADJUTANT_STORE_SCHEMA_H

/* "ADJT", and the version of the tables. The file's user_version is ten times the version plus
   the rules edition, so that both can be read from its header. */
enum { GAME_APPLICATION_ID = 0x41444a54, GAME_VERSION = 3 };

/* The log and what stands beside it; the tables that are made from the log; and what removes those,
   so that a game of an older version gets them anew. */
extern const char game_schema[];
extern const char record_schema[];
extern const char record_drop[];

#endif
