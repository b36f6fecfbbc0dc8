import { type Compilable, type RawBuilder, sql } from 'kysely'
import type { Db } from './database.ts'
import { isPostgres } from './dialect.ts'
import { type Params, prepared, type Values } from './prepared.ts'
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

interface LockableQuery<Row> extends Compilable<Row> {
  modifyEnd(end: RawBuilder<unknown>): Compilable<Row>
}

/**
 * The lock on the rows that a query reads: none; `stay`: they are not deleted before the transaction ends, so that
 * something may point at them; `change`: as `lockToChange`.
 */
export type RowLock = 'not' | 'stay' | 'change'

/** A query that can lock the rows of `table` as it reads them: one statement instead of two. */
export function lockableQuery<Input extends Values, Row>(
  table: keyof Schema,
  build: (db: Db, params: Params<Input>) => LockableQuery<Row>,
): Record<RowLock, (db: Db, values: Input) => Promise<Row[]>> {
  const locked = (strength: Strength) =>
    prepared<Input, Row>((db, params) => {
      const query = build(db, params)
      return isPostgres(db) ? query.modifyEnd(sql`for ${WORDS[strength]} of ${sql.table(table)}`) : query
    })
  return { not: prepared(build), stay: locked('stay'), change: locked('change') }
}

async function lock(trx: Db, strength: Strength, [table, which]: [keyof Schema, Which]): Promise<void> {
  if (!isPostgres(trx)) return
  const conditions = Object.entries(which).map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
  await sql`select 1 from ${sql.table(table)} where ${sql.join(conditions, sql` and `)}
    for ${WORDS[strength]}`.execute(trx)
}

/** Other changes of these rows wait. New rows may still point at them. */
export function lockToChange(trx: Db, table: keyof Schema, which: Which): Promise<void> {
  return lock(trx, 'change', [table, which])
}

/** Other transactions can neither change or delete these rows nor add rows that point at them. */
export function lockToDelete(trx: Db, table: keyof Schema, which: Which): Promise<void> {
  return lock(trx, 'delete', [table, which])
}

/** Other transactions cannot write to this table until this one ends. */
export async function lockTable(trx: Db, table: keyof Schema): Promise<void> {
  if (isPostgres(trx)) await sql`lock table ${sql.table(table)} in share row exclusive mode`.execute(trx)
}
