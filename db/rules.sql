-- The rules of one edition as tables. Each table is filled from the file of the same name in
-- data/edN, columns in this order, tables in this order; a row that breaks a type, a key or a
-- check stops the build with its file and line. Every row cites the rule that it carries out.
PRAGMA foreign_keys = ON;

-- What the book says, in our words, one row a rule; ids are those of the inventory.
CREATE TABLE rule (
  id      TEXT PRIMARY KEY CHECK (id GLOB '[a-z]*.*' AND id NOT GLOB '*[^a-z0-9.-]*'),
  chapter TEXT NOT NULL CHECK (chapter <> ''),
  section TEXT NOT NULL CHECK (section <> ''),
  kind    TEXT NOT NULL CHECK (kind IN ('chart', 'choice', 'force', 'legality', 'modifier',
            'number', 'procedure', 'reminder', 'scoring', 'state')),
  says    TEXT NOT NULL CHECK (length(says) >= 20 AND substr(says, -1) IN ('.', ')', '"', '!'))
);

-- Numbers that stand alone, by the name the engine knows them under (src/rules/ruleset.c).
CREATE TABLE number (
  name  TEXT PRIMARY KEY,
  value INTEGER NOT NULL CHECK (typeof(value) = 'integer'),
  rule  TEXT NOT NULL REFERENCES rule
);

-- Troop qualities: morale, and the score that damages such infantry or artillery.
CREATE TABLE quality (
  id           TEXT PRIMARY KEY CHECK (id IN ('inexperienced', 'regular', 'veteran')),
  morale       INTEGER NOT NULL CHECK (morale BETWEEN 2 AND 10),
  damage_value INTEGER NOT NULL CHECK (damage_value BETWEEN 2 AND 6),
  morale_rule  TEXT NOT NULL REFERENCES rule,
  damage_rule  TEXT NOT NULL REFERENCES rule,
  rout_rule    TEXT NOT NULL REFERENCES rule
);

-- Damage values of vehicles.
CREATE TABLE damage_value (
  id       TEXT PRIMARY KEY,
  value    INTEGER NOT NULL CHECK (value BETWEEN 2 AND 14),
  armoured INTEGER NOT NULL CHECK (armoured = (value >= 7)),
  rule     TEXT NOT NULL REFERENCES rule
);

-- The weapons chart. range is the reach over open sights (0: fires
-- indirectly only, or strikes hand to hand),
-- minimum and indirect the band of indirect fire (0: has none). worth orders weapons for a
-- shooter who picks the dearest; crew is a team's usual size. traits are words, see the check
-- in index.sql.
CREATE TABLE weapon (
  id       TEXT PRIMARY KEY CHECK (id NOT GLOB '*[^a-z0-9-]*'),
  name     TEXT NOT NULL,
  range    INTEGER NOT NULL CHECK (range BETWEEN 0 AND 99),
  minimum  INTEGER NOT NULL CHECK (minimum BETWEEN 0 AND indirect),
  indirect INTEGER NOT NULL CHECK (indirect BETWEEN 0 AND 99),
  shots    INTEGER NOT NULL CHECK (shots BETWEEN 1 AND 12),
  pen      INTEGER NOT NULL CHECK (pen BETWEEN 0 AND 9),
  he       INTEGER NOT NULL CHECK (he BETWEEN 0 AND 4),
  class    TEXT NOT NULL CHECK (class IN ('small', 'heavy')),
  traits   TEXT NOT NULL DEFAULT '',
  worth    INTEGER NOT NULL,
  crew     INTEGER NOT NULL CHECK (crew BETWEEN 1 AND 8),
  rule     TEXT NOT NULL REFERENCES rule,
  CHECK (range > 0 OR indirect > 0 OR traits = 'melee')
);

-- Other names that players say.
CREATE TABLE weapon_alias (
  alias  TEXT PRIMARY KEY,
  weapon TEXT NOT NULL REFERENCES weapon
);

-- High explosive by the size of its template, in inches; smoke is how far across a smoke round
-- of that size is.
CREATE TABLE he (
  size      INTEGER PRIMARY KEY CHECK (size BETWEEN 1 AND 4),
  pen       INTEGER NOT NULL,
  pins      TEXT NOT NULL CHECK (pins IN ('D2', 'D3', 'D6')),
  building  TEXT NOT NULL CHECK (building IN ('D3', 'D6', '2D6', '3D6')),
  rule      TEXT NOT NULL REFERENCES rule,
  smoke     INTEGER NOT NULL CHECK (smoke BETWEEN 1 AND 12),
  smoke_rule TEXT NOT NULL REFERENCES rule
);

-- Special rules that a unit may have.
CREATE TABLE special (
  id   TEXT PRIMARY KEY CHECK (id NOT GLOB '*[^a-z0-9-]*'),
  name TEXT NOT NULL,
  rule TEXT NOT NULL REFERENCES rule
);

CREATE TABLE army (
  id   TEXT PRIMARY KEY,
  name TEXT NOT NULL
);

-- Special rules that every unit of an army has.
CREATE TABLE army_special (
  army    TEXT NOT NULL REFERENCES army,
  special TEXT NOT NULL REFERENCES special,
  PRIMARY KEY (army, special)
);

-- What a special rule does for one weapon: dice more, or no penalty on the move.
CREATE TABLE special_weapon (
  special TEXT NOT NULL REFERENCES special,
  weapon  TEXT NOT NULL REFERENCES weapon,
  shots   INTEGER NOT NULL,
  steady  INTEGER NOT NULL CHECK (steady IN (0, 1)),
  PRIMARY KEY (special, weapon)
);

-- Officers.
CREATE TABLE rank (
  id     TEXT PRIMARY KEY,
  name   TEXT NOT NULL,
  bonus  INTEGER NOT NULL CHECK (bonus BETWEEN 1 AND 4),
  orders INTEGER NOT NULL CHECK (orders BETWEEN 1 AND 4),
  reach  INTEGER NOT NULL CHECK (reach IN (6, 12)),
  rule   TEXT NOT NULL REFERENCES rule
);

-- Modifiers. phases: the questions it counts in; value times what it counts is added to the
-- die, or to the morale; applies: conditions of src/rules/condition.c, `!` negates, `is-X`
-- asks for a special rule; line is what a player is told; concerns: conditions without which it
-- is not worth saying that the row does not apply (nobody asks whether a tank is Down), unless
-- they are all that stands against it.
CREATE TABLE modifier (
  phases  TEXT NOT NULL,
  rule    TEXT NOT NULL REFERENCES rule,
  value   INTEGER NOT NULL CHECK (typeof(value) = 'integer' AND value <> 0),
  counts  TEXT NOT NULL,
  applies TEXT NOT NULL DEFAULT '',
  line    TEXT NOT NULL,
  concerns TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (phases, rule, applies)
);

-- Things that happen, or need not, when conditions hold: the first row of a kind counts.
CREATE TABLE trigger_row (
  kind    TEXT NOT NULL,
  rule    TEXT NOT NULL REFERENCES rule,
  applies TEXT NOT NULL DEFAULT '',
  line    TEXT NOT NULL,
  PRIMARY KEY (kind, rule)
);

-- Charts: one row for each stretch of the die.
CREATE TABLE chart (
  chart  TEXT NOT NULL,
  low    INTEGER NOT NULL CHECK (low BETWEEN 1 AND 6),
  high   INTEGER NOT NULL CHECK (high BETWEEN low AND 6),
  result TEXT NOT NULL,
  rule   TEXT NOT NULL REFERENCES rule,
  PRIMARY KEY (chart, low)
);

-- The faces of the order die, and what each lets a unit do.
CREATE TABLE order_face (
  id    TEXT PRIMARY KEY,
  face  INTEGER NOT NULL UNIQUE CHECK (face BETWEEN 1 AND 6),
  moves INTEGER NOT NULL CHECK (moves IN (0, 1, 2)),
  fires INTEGER NOT NULL CHECK (fires IN (0, 1)),
  rule  TEXT NOT NULL REFERENCES rule
);

-- Move rates in inches and right-angle turns. mover is how a unit moves (infantry, artillery,
-- wheeled, half-track, tracked), a trait of a weapon that those on foot carry, or a special rule:
-- of the rows that fit a unit the last counts, and the fewest turns.
CREATE TABLE movement (
  mover   TEXT NOT NULL,
  move    TEXT NOT NULL REFERENCES order_face,
  inches  INTEGER NOT NULL CHECK (inches BETWEEN 0 AND 48),
  turns   INTEGER NOT NULL CHECK (turns BETWEEN 0 AND 99),
  rule    TEXT NOT NULL REFERENCES rule,
  PRIMARY KEY (mover, move)
);

-- Ground: what each kind of mover may do in it; a row for a special rule goes before that for the
-- way the unit moves. double: the rate is doubled along it; double-run: on Run only.
CREATE TABLE terrain (
  ground TEXT NOT NULL,
  mover  TEXT NOT NULL,
  allows TEXT NOT NULL CHECK (allows IN ('run', 'advance', 'no', 'double', 'double-run')),
  rule   TEXT NOT NULL REFERENCES rule,
  PRIMARY KEY (ground, mover)
);

-- Scenarios. first: the turn after which it is first rolled whether there is another; extra: how
-- many turns there may be after it, the last of them without a die behind it; holds: the rule by
-- which an objective is held; each: it is settled at the end of every turn, not only of the last;
-- sudden: one that changes hands ends the game with that turn; reserve: the first turn in which units in reserve may come on.
CREATE TABLE scenario (
  id      TEXT PRIMARY KEY CHECK (id NOT GLOB '*[^a-z-]*'),
  name    TEXT NOT NULL UNIQUE,
  first   INTEGER NOT NULL CHECK (first BETWEEN 1 AND 12),
  extra   INTEGER NOT NULL CHECK (extra BETWEEN 0 AND 6),
  rule    TEXT NOT NULL REFERENCES rule,
  holds   TEXT NOT NULL REFERENCES rule,
  each    INTEGER NOT NULL CHECK (each IN (0, 1)),
  sudden  INTEGER NOT NULL CHECK (sudden <= each AND sudden IN (0, 1)),
  reserve INTEGER NOT NULL CHECK (reserve IN (1, 2))
);
