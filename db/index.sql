-- After the load: the search index of the rules, and the checks that keys cannot make. A row
-- that a SELECT yields stops the build.
CREATE VIRTUAL TABLE rule_search USING fts5(
  id, section, says, tokenize = "porter unicode61 tokenchars '-'"
);
INSERT INTO rule_search (rowid, id, section, says)
  -- an id is found by its words with hyphens and without
  SELECT rowid, replace(id, '.', ' ') || ' ' || replace(replace(id, '.', ' '), '-', ' '), chapter || ' ' || section, says FROM rule;
CREATE VIRTUAL TABLE rule_word USING fts5vocab(rule_search, row);

-- Charts have no gap and no overlap from 1 to 6.
SELECT $dir || '/chart.tsv:' || (c.rowid + 1) || ': the chart ' || c.chart || ' has '
       || CASE WHEN p.high >= c.low THEN 'an overlap' ELSE 'a gap' END || ' before ' || c.low
  FROM chart c LEFT JOIN chart p ON p.chart = c.chart
       AND p.low = (SELECT max(low) FROM chart q WHERE q.chart = c.chart AND q.low < c.low)
 WHERE c.low <> coalesce(p.high, 0) + 1;
SELECT $dir || '/chart.tsv:' || (rowid + 1) || ': the chart ' || chart || ' ends at ' || max(high)
  FROM chart GROUP BY chart HAVING max(high) <> 6;

-- Traits of weapons are words that the engine knows.
WITH RECURSIVE word (line, word, rest) AS (
  SELECT rowid + 1, NULL, traits || ' ' FROM weapon
  UNION ALL
  SELECT line, substr(rest, 1, instr(rest, ' ') - 1), ltrim(substr(rest, instr(rest, ' ')))
    FROM word WHERE rest <> '' AND rest <> ' ')
SELECT $dir || '/weapon.tsv:' || line || ': no trait is called ' || word
  FROM word WHERE word <> '' AND word NOT IN ('assault', 'team', 'fixed', 'one-shot', 'shaped',
  'indirect', 'howitzer', 'flame', 'he-only', 'launcher', 'anti-tank', 'saddle', 'heavy-piece',
  'airborne', 'melee');
SELECT $dir || '/weapon.tsv:' || (rowid + 1) || ': only high explosive, but no size'
  FROM weapon WHERE traits LIKE '%he-only%' AND he = 0;

-- Whoever moves is known: by how he moves, by a trait of what he carries, or by a special rule.
SELECT $dir || '/movement.tsv:' || (rowid + 1) || ': nobody moves as ' || mover
  FROM movement WHERE mover NOT IN ('infantry', 'artillery', 'wheeled', 'half-track', 'tracked')
   AND mover NOT IN (SELECT id FROM special)
   AND NOT EXISTS (SELECT 1 FROM weapon WHERE ' ' || traits || ' ' LIKE '% ' || mover || ' %');
SELECT $dir || '/terrain.tsv:' || (rowid + 1) || ': nobody moves as ' || mover
  FROM terrain WHERE mover NOT IN ('infantry', 'artillery', 'wheeled', 'half-track', 'tracked')
   AND mover NOT IN (SELECT id FROM special);

-- Phases of modifiers likewise.
WITH RECURSIVE word (line, word, rest) AS (
  SELECT rowid + 1, NULL, phases || ' ' FROM modifier
  UNION ALL
  SELECT line, substr(rest, 1, instr(rest, ' ') - 1), ltrim(substr(rest, instr(rest, ' ')))
    FROM word WHERE rest <> '' AND rest <> ' ')
SELECT $dir || '/modifier.tsv:' || line || ': no phase is called ' || word
  FROM word WHERE word <> '' AND word NOT IN ('hit', 'damage', 'order', 'morale', 'indirect',
  'smoke', 'flak', 'hold-fire', 'spot', 'assault');
