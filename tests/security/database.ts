import { randomBytes } from 'node:crypto'
import SQLite from 'better-sqlite3'
import pg from 'pg'
import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** As server/test-postgres.ts provides it. */
    postgres: string | undefined
  }
}

/** The database of a server, for direct access. */
export interface ServerDatabase {
  /** The server's environment for this database. */
  environment: Record<string, string>
  /** Reads or changes the database directly. Question marks stand for values. */
  query: (statement: string, values: (string | number)[]) => Promise<unknown[]>
  drop: () => Promise<void>
}

/** Opens the database on the engine of this run: a file in `folder`, or a PostgreSQL database. */
export function openServerDatabase(folder: string): Promise<ServerDatabase> {
  const address = inject('postgres')
  return address === undefined ? openSqlite(folder) : openPostgres(address)
}

async function openSqlite(folder: string): Promise<ServerDatabase> {
  return {
    environment: {},
    async query(statement, values) {
      const database = new SQLite(`${folder}/lectern.db`)
      try {
        const prepared = database.prepare(statement)
        return prepared.reader ? prepared.all(...values) : [prepared.run(...values)]
      } finally {
        database.close()
      }
    },
    drop: async () => undefined,
  }
}

const INT8 = 20

/** Counts are numbers, as on SQLite. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === INT8 ? Number : pg.types.getTypeParser(oid, format),
}

async function openPostgres(address: string): Promise<ServerDatabase> {
  const name = `security_${randomBytes(8).toString('hex')}`
  const url = Object.assign(new URL(address), { pathname: `/${name}` }).href
  const query = async (connectionString: string, text: string, values: (string | number)[] = []) => {
    const client = new pg.Client({ connectionString, types })
    await client.connect()
    try {
      const { rows }: { rows: unknown[] } = await client.query(text, values)
      return rows
    } finally {
      await client.end()
    }
  }
  await query(address, `create database ${name}`)
  return {
    environment: { DATABASE_URL: url },
    query(statement, values) {
      let at = 0
      const numbered = statement.replaceAll('?', () => {
        at += 1
        return `$${at}`
      })
      return query(url, numbered, values)
    },
    async drop() {
      await query(address, `drop database ${name} with (force)`)
    },
  }
}
