import { type Compilable, type RawBuilder, sql } from 'kysely'
import type { Db } from './database.ts'
import { isPostgres } from './dialect.ts'
import { type Given, prepared, type Values } from './prepared.ts'
import type { Schema } from './schema.ts'

/**
 * SQLite runs one writer at a time, so a row cannot change between a transaction's read and its write. On PostgreSQL, at
 * READ COMMITTED, a transaction that decides by a row locks that row first: the statements after the lock see everything
 * that is committed. Lock parents before children: a user first, then the rows that belong to the user. On SQLite these
 * functions do nothing.
 */

type Which = { readonly [column: string]: string }

type Strength = 'change' | 'delete' | 'stay'

const WORDS: Record<Strength, RawBuilder<unknown>> = {
  change: sql`no key update`,
  delete: sql`update`,
  stay: sql`key share`,
}

interface Look<Row> extends Compilable<Row> {
  modifyEnd(end: RawBuilder<unknown>): Compilable<Row>
}

/**
 * What becomes of the rows that a look reads: nothing; `stay`: they are not deleted before the transaction ends, so that
 * something may point at them; `change`: as `lockToChange`.
 */
export type Held = 'not' | 'stay' | 'change'

/** A look that can lock the rows of `table` as it reads them: one question instead of one to lock and one to look. */
export function heldOrNot<Asked extends Values, Row>(
  table: keyof Schema,
  build: (db: Db, given: Given<Asked>) => Look<Row>,
): Record<Held, (db: Db, values: Asked) => Promise<Row[]>> {
  const held = (strength: Strength) =>
    prepared<Asked, Row>((db, given) => {
      const look = build(db, given)
      return isPostgres(db) ? look.modifyEnd(sql`for ${WORDS[strength]} of ${sql.table(table)}`) : look
    })
  return { not: prepared(build), stay: held('stay'), change: held('change') }
}

async function lock(trx: Db, strength: Strength, [table, which]: [keyof Schema, Which]): Promise<void> {
  if (!isPostgres(trx)) return
  const conditions = Object.entries(which).map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
  await sql`select 1 from ${sql.table(table)} where ${sql.join(conditions, sql` and `)}
    for ${WORDS[strength]}`.execute(trx)
}

/** Who else wants to change these waits; what points at them may come meanwhile. */
export function lockToChange(trx: Db, table: keyof Schema, which: Which): Promise<void> {
  return lock(trx, 'change', [table, which])
}

/** Nothing that points at these comes any more, and nobody else changes or deletes them. */
export function lockToDelete(trx: Db, table: keyof Schema, which: Which): Promise<void> {
  return lock(trx, 'delete', [table, which])
}

/** Nobody else writes to this table before the transaction ends. */
export async function lockTable(trx: Db, table: keyof Schema): Promise<void> {
  if (isPostgres(trx)) await sql`lock table ${sql.table(table)} in share row exclusive mode`.execute(trx)
}
