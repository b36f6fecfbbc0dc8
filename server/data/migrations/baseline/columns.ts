import {
  type ColumnDefinitionBuilder,
  type CreateTableBuilder,
  type Kysely,
  type RawBuilder,
  type SqlBool,
  sql,
} from 'kysely'
import { isPostgres } from '#server/data/dialect.ts'

type Column = (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder

export const key: Column = (column) => column.primaryKey()
export const required: Column = (column) => column.notNull()

export function defaultsTo(value: string | number): Column {
  return (column) => column.notNull().defaultTo(value)
}

/** The row is deleted with the row that it refers to. */
export function deletedWith(parent: string): Column {
  return (column) => column.notNull().references(parent).onDelete('cascade')
}

export function keyDeletedWith(parent: string): Column {
  return (column) => column.primaryKey().references(parent).onDelete('cascade')
}

/** The column becomes null when the row that it refers to is deleted. */
export function clearedWith(parent: string): Column {
  return (column) => column.references(parent).onDelete('set null')
}

/** A number that the database counts up. */
export function numberedKey(db: Kysely<unknown>): Column {
  return (column) =>
    isPostgres(db) ? column.generatedByDefaultAsIdentity().primaryKey() : column.primaryKey()
}

/** SQLite stores the rows of the table in its primary key. */
export function withoutRowid(db: Kysely<unknown>) {
  return <Name extends string, Columns extends string>(table: CreateTableBuilder<Name, Columns>) =>
    isPostgres(db) ? table : table.modifyEnd(sql`without rowid`)
}

type Index = readonly string[] | { columns: readonly string[]; unique?: true; where?: RawBuilder<unknown> }

/** Creates the indexes of a table, by name. */
export async function createIndexes(
  db: Kysely<unknown>,
  table: string,
  indexes: Readonly<Record<string, Index>>,
): Promise<void> {
  for (const [name, index] of Object.entries(indexes)) {
    const { columns, unique, where } = 'columns' in index ? index : { columns: index }
    let create = db.schema
      .createIndex(name)
      .on(table)
      .columns([...columns])
    if (unique) create = create.unique()
    if (where) create = create.where(sql<SqlBool>`${where}`)
    await create.execute()
  }
}
