import pg from 'pg'
import { newId } from '#server/core/ids.ts'
import type { RawWriter, Write } from './raw-writes.ts'

/** As many as the product has by itself. */
const CONNECTIONS = 10
/** Those who write at once seldom move the same count, on a site as here. */
const OF_EACH = 1000

const schemaNamed = (name: string) => `
  create schema ${name};
  set search_path = ${name};
  create table courses (id text primary key, likes_count integer not null, comments_count integer not null);
  create table playlists (id text primary key, saves_count integer not null);
  create table users (id text primary key, saves_count integer not null);
  create table likes (id text not null, course_id text not null, user_id text not null, primary key (course_id, user_id));
  create index on likes (course_id, id, user_id);
  create index on likes (user_id);
  create table saves (id text not null, user_id text not null, playlist_id text not null, primary key (user_id, playlist_id));
  create index on saves (user_id, id, playlist_id);
  create index on saves (playlist_id);
  create table comments (id text primary key, course_id text not null, user_id text not null, text text not null,
    created_at text not null, updated_at text not null);
  create index on comments (course_id, id);
  create index on comments (user_id);
  insert into courses select n::text, 0, 0 from generate_series(1, ${OF_EACH}) n;
  insert into playlists select n::text, 0 from generate_series(1, ${OF_EACH}) n;
  insert into users select n::text, 0 from generate_series(1, ${OF_EACH}) n;`

const INSERT: Record<Write, string> = {
  like: 'insert into likes values ($1, $2, $3)',
  save: 'insert into saves values ($1, $3, $2)',
  comment: 'insert into comments values ($1, $2, $3, $4, $5, $5)',
}
const COUNT: Record<Write, string[]> = {
  like: ['update courses set likes_count = likes_count + 1 where id = $1'],
  save: [
    'update users set saves_count = saves_count + 1 where id = $1',
    'update playlists set saves_count = saves_count + 1 where id = $1',
  ],
  comment: ['update courses set comments_count = comments_count + 1 where id = $1'],
}

async function writeWith(client: pg.PoolClient, kind: Write): Promise<void> {
  const one = String(1 + Math.floor(Math.random() * OF_EACH))
  const at = new Date().toISOString()
  const values = [newId(), one, newId(), 'A comment of a few words.', at]
  await client.query('begin')
  await client.query({
    name: kind,
    text: INSERT[kind],
    values: kind === 'comment' ? values : values.slice(0, 3),
  })
  for (const text of COUNT[kind]) await client.query({ name: text, text, values: [one] })
  await client.query('commit')
}

/** By nothing but `pg`, in a schema of its own within the site's database, which goes with it. */
export async function openPostgresWriter(database: string): Promise<RawWriter> {
  const schema = `raw_${newId()}`
  const pool = new pg.Pool({
    connectionString: database,
    max: CONNECTIONS,
    options: `-c search_path=${schema}`,
  })
  await pool.query(schemaNamed(schema))
  const writeOnce = async (kind: Write) => {
    const client = await pool.connect()
    try {
      await writeWith(client, kind)
    } finally {
      client.release()
    }
  }
  return {
    writeOnce,
    async write(kind, seconds) {
      const began = performance.now()
      const until = began + seconds * 1000
      let done = 0
      while (performance.now() < until) {
        await writeOnce(kind)
        done += 1
      }
      return done / ((performance.now() - began) / 1000)
    },
    async stop() {
      await pool.query(`drop schema ${schema} cascade`)
      await pool.end()
    },
  }
}
