import SQLite from 'better-sqlite3'
import { expect, test } from 'vitest'
import { plannedOnce } from './sqlite-file.ts'

test('the planner does not depend on compared parameters or limits', () => {
  expect(plannedOnce('select "id" from "users" where "id" = ? and "n" >= ? limit ?')).toBe(
    'select "id" from "users" where "id" = likely(?) and "n" >= likely(?) limit likely(?)',
  )
  expect(plannedOnce('select 1 from "users" where "id" in (?) or "id" in (?, ?)')).toBe(
    'select 1 from "users" where "id" in (likely(?)) or "id" in (likely(?), ?)',
  )
  expect(plannedOnce('insert into "users" values (?, ?)')).toBe('insert into "users" values (?, ?)')
})

test('the same rows are found and the same kinds of values stored', () => {
  const sqlite = new SQLite(':memory:')
  sqlite.exec(
    "create table things (id text primary key, n integer, word text); insert into things values ('1', 1, 'a'), ('2', 2, 'b')",
  )
  const both = (sql: string, ...values: (string | number | null)[]) =>
    [sql, plannedOnce(sql)].map((each) => sqlite.prepare(each).all(values))
  for (const [one, other] of [
    both('select * from things where id = ?', '2'),
    both('select * from things where id = ?', 2),
    both('select * from things where n = ?', '2'),
    both('select * from things where n > ? order by id limit ?', 0, 1),
    both('select * from things where word = ?', null),
    both('update things set n = ? where id = ? returning n, typeof(n)', '7', 1),
  ])
    expect(other).toEqual(one)
})

test('indexes are used as without it', () => {
  const sqlite = new SQLite(':memory:')
  sqlite.exec('create table things (id text primary key, n integer); create index things_n on things (n, id)')
  const plan = (sql: string) =>
    sqlite
      .prepare<unknown[], { detail: string }>(`explain query plan ${sql}`)
      .all(null, null, null)
      .map(({ detail }) => detail)
  const sql =
    'select a.id from things a, things b where a.id = ? and b.n = a.n and b.id < ? order by b.id desc limit ?'
  expect(plan(plannedOnce(sql))).toEqual(plan(sql))
  expect(JSON.stringify(plan(sql))).toContain('things_n')
})
