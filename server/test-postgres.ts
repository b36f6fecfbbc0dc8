import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { type Postgres, startPostgres } from '#scripts/postgres.ts'
import { openToolDatabase } from './data/database.ts'
import { migrate } from './data/migrate.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of the server's first database, in the project that runs on PostgreSQL. */
    postgres: string | undefined
  }
}

/** Every test gets a copy of this one. */
export const TEMPLATE = 'lectern_template'

let server: Postgres | undefined

/** Runs before the tests on PostgreSQL: starts a server with a migrated database to copy. */
export async function setup(project: TestProject): Promise<void> {
  server = await startPostgres()
  try {
    await makeTemplate(server.url)
  } catch (error) {
    await server.stop()
    throw error
  }
  project.provide('postgres', server.url('postgres'))
}

export async function teardown(): Promise<void> {
  await server?.stop()
}

async function makeTemplate(url: (database: string) => string): Promise<void> {
  const client = new pg.Client({ connectionString: url('postgres') })
  await client.connect()
  await client.query(`create database ${TEMPLATE}`)
  await client.end()
  const db = openToolDatabase({
    DATA_DIR: '',
    DATABASE_URL: url(TEMPLATE),
    DATABASE_CONNECTIONS: 1,
    DATABASE_TIMEOUT_MS: 0,
  })
  await migrate(db)
  await db.destroy()
}
