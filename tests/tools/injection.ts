import { createServer } from 'node:http'
import SQLite from 'better-sqlite3'
import { openTestApp } from '#tests/e2e/server.ts'
import { type Attack, runProgram } from './tool.ts'

const LIMIT_MS = 900_000
const SAFE = /all tested parameters do not appear to be injectable/
const FOUND = /is vulnerable|following injection point/
const COUNTED = /^http_requests_total\{.*status="(\d+)"\} (\d+)$/gm

/** Every test that sqlmap knows at this level, on every parameter and header. */
const sqlmap = (url: string, folder: string, more: readonly string[] = []) =>
  runProgram(
    [
      'sqlmap',
      ...['-u', url, '--batch', '--level=3', '--risk=2', '--flush-session', '--disable-coloring'],
      ...['--ignore-code=400,401,404', `--output-dir=${folder}`],
      ...more,
    ],
    { limit: LIMIT_MS, folder },
  )

/** A search that puts the words into the statement, as ours never does: sqlmap has to find that. */
async function control(folder: string): Promise<boolean> {
  const sqlite = new SQLite(':memory:')
  sqlite.exec("create table playlists (title text); insert into playlists values ('design'), ('music')")
  const server = createServer(({ url }, response) => {
    const q = new URL(url ?? '/', 'http://localhost').searchParams.get('q') ?? ''
    try {
      const rows = sqlite.prepare(`select title from playlists where title like '%${q}%'`).all()
      response.end(JSON.stringify(rows))
    } catch {
      response.writeHead(500).end('no such statement')
    }
  })
  const listening = Promise.withResolvers<void>()
  server.listen(0, '127.0.0.1', listening.resolve)
  await listening.promise
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const { output } = await sqlmap(`http://127.0.0.1:${port}/?q=design`, folder, ['-p', 'q'])
  server.closeAllConnections()
  server.close()
  sqlite.close()
  return FOUND.test(output)
}

/** How many requests of each status the server has answered. */
async function countsOf(url: string): Promise<Map<string, number>> {
  const text = await (await fetch(`${url}/metrics`)).text()
  const counts = new Map<string, number>()
  for (const [, status = '', count] of text.matchAll(COUNTED)) {
    counts.set(status, (counts.get(status) ?? 0) + Number(count))
  }
  return counts
}

const TARGETS = [
  { name: 'search', path: '/api/playlists/search-playlist?q=design&limit=5', more: [] },
  { name: 'teacher search', path: '/api/users/teacherSearch?q=ma', more: ['-p', 'q'] },
  {
    name: 'login',
    path: '/api/auth/login',
    more: [
      '--method=POST',
      '--headers=Content-Type: application/json',
      '--data={"email":"ada@example.org","password":"a long guess"}',
      '-p',
      'email,password',
    ],
  },
]

export const injection: Attack = {
  id: 'sqlmap',
  title: 'SQL injection in search and login',
  program: 'sqlmap',
  async run(folder, say) {
    const finds = await control(folder)
    say(`control: ${finds ? 'found' : 'NOT found'}`)
    const app = await openTestApp({ DEMO_CONTENT: 'true', RATE_LIMIT_SCALE: '100000' })
    try {
      const safe: string[] = []
      for (const { name, path, more } of TARGETS) {
        const { output } = await sqlmap(`${app.url}${path}`, folder, more)
        if (SAFE.test(output) && !FOUND.test(output)) safe.push(name)
        else say(output.slice(-1500))
        say(`${name}: ${safe.includes(name) ? 'nothing found' : 'NOT safe'}`)
      }
      const counts = [...(await countsOf(app.url))].toSorted(([a], [b]) => Number(a) - Number(b))
      const failures = counts.filter(([status]) => Number(status) >= 500)
      const requests = counts.reduce((sum, [, count]) => sum + count, 0)
      const answers = counts.map(([status, count]) => `${count} × ${status}`).join(', ')
      return {
        held: finds && safe.length === TARGETS.length && failures.length === 0,
        figures: `level 3, risk 2, ${requests} requests (${answers}): nothing injectable in ${safe.join(', ')}; the control, a search that concatenates, was ${finds ? '' : 'not '}found`,
      }
    } finally {
      await app.stop()
    }
  },
}
