import pg from 'pg'
import { openRawRows, type RawRow, type RawWriter, rateOf, WRITING, type Write } from './raw-writes.ts'

/** As many as the product's default. */
const CONNECTIONS = 10

interface Statement {
  text: string
  values: (row: RawRow & { by: number }) => unknown[]
}

const INSERT: Record<Write, Statement> = {
  like: {
    text: 'insert into likes (id, course_id, user_id) values ($1, $2, $3) on conflict do nothing',
    values: ({ id, course, user }) => [id, course, user],
  },
  save: {
    text: 'insert into saves (id, user_id, playlist_id) values ($1, $2, $3) on conflict do nothing',
    values: ({ id, user, playlist }) => [id, user, playlist],
  },
  comment: {
    text: `insert into comments (id, course_id, user_id, text, created_at, updated_at)
      values ($1, $2, $3, $4, $5, $5)`,
    values: ({ id, course, user, text, at }) => [id, course, user, text, at],
  },
}
const COUNT: Record<Write, Statement[]> = {
  like: [
    {
      text: 'update courses set likes_count = likes_count + $2 where id = $1',
      values: ({ course, by }) => [course, by],
    },
  ],
  save: [
    {
      text: 'update users set saves_count = saves_count + $2 where id = $1',
      values: ({ user, by }) => [user, by],
    },
    {
      text: 'update playlists set saves_count = saves_count + $2 where id = $1',
      values: ({ playlist, by }) => [playlist, by],
    },
  ],
  comment: [
    {
      text: 'update courses set comments_count = comments_count + $2 where id = $1',
      values: ({ course, by }) => [course, by],
    },
  ],
}

async function writeWith(client: pg.PoolClient, kind: Write, row: RawRow): Promise<void> {
  const run = async ({ text, values }: Statement, name: string, by: number) => {
    const { rowCount } = await client.query({ name, text, values: values({ ...row, by }) })
    return rowCount ?? 0
  }
  await client.query('begin')
  const by = await run(INSERT[kind], kind, 0)
  for (const [n, statement] of COUNT[kind].entries()) await run(statement, `${kind} count ${n}`, by)
  await client.query('commit')
}

/** By nothing but `pg`, into the site's own tables. */
export async function openPostgresWriter(data: string, database: string): Promise<RawWriter> {
  const pool = new pg.Pool({ connectionString: database, max: CONNECTIONS })
  const { rows } = await pool.query<{ id: string }>('select id from users order by id limit $1', [WRITING])
  const rowOf = await openRawRows(
    data,
    rows.map(({ id }) => id),
  )
  const writeOnce = async (kind: Write) => {
    const client = await pool.connect()
    try {
      await writeWith(client, kind, rowOf())
      client.release()
    } catch (error) {
      client.release(true)
      throw error
    }
  }
  return {
    writeOnce,
    write: (kind, seconds) => rateOf(() => writeOnce(kind), seconds),
    stop: () => pool.end(),
  }
}
