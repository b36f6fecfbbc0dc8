import { type RawBuilder, sql } from 'kysely'
import type { Db } from './data/database.ts'
import { isPostgres } from './data/dialect.ts'

/** Each lists one kind of object in the search path, with its whole definition. */
const OF_POSTGRES: readonly RawBuilder<{ object: string }>[] = [
  sql`select format('%s.%s %s collate %s null %s default %s identity %s', attrelid::regclass, attname,
      format_type(atttypid, atttypmod), attcollation::regcollation, not attnotnull, pg_get_expr(adbin, adrelid), attidentity) as object
    from pg_attribute join pg_class on pg_class.oid = attrelid
      left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'v') and attnum > 0 and not attisdropped`,
  sql`select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) as object from pg_constraint
    where connamespace = current_schema()::regnamespace`,
  sql`select indexdef as object from pg_indexes where schemaname = current_schema()`,
  sql`select pg_get_triggerdef(pg_trigger.oid) as object from pg_trigger join pg_class on pg_class.oid = tgrelid
    where relnamespace = current_schema()::regnamespace and not tgisinternal`,
  sql`select pg_get_functiondef(oid) as object from pg_proc where pronamespace = current_schema()::regnamespace`,
]

const OF_SQLITE: readonly RawBuilder<{ object: string }>[] = [
  sql`select list.name || ' ' || list.wr || list.strict || ' ' || json_array(info.name, lower(info.type), info."notnull", info.dflt_value, info.pk)
      as object
    from pragma_table_list as list join pragma_table_xinfo(list.name) as info where list.schema = 'main' and list.name not like 'sqlite_stat%'`,
  sql`select list.name || ' ' || json_array(key."from", key."table", key."to", key.on_update, key.on_delete) as object
    from pragma_table_list as list join pragma_foreign_key_list(list.name) as key where list.schema = 'main'`,
  // The text of a table differs where a column was added later; of that, the pragmas omit only which references wait for the commit.
  sql`select name || ' ' || type || ' ' || case type when 'table'
      then (length(sql) - length(replace(sql, 'deferrable initially deferred', '')))
      else lower(replace(coalesce(sql, ''), '"', '')) end as object
    from sqlite_schema where name not like 'sqlite_stat%'`,
]

/** All tables, columns, keys, references, indexes, triggers and functions of a database, each as one text, sorted. */
export async function schemaOf(db: Db): Promise<string[]> {
  const found: string[] = []
  for (const query of isPostgres(db) ? OF_POSTGRES : OF_SQLITE)
    found.push(...(await query.execute(db)).rows.map(({ object }) => object.replaceAll(/\s+/g, ' ')))
  return found.toSorted()
}
