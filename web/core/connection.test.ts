import { afterEach, beforeEach, expect, test, vi } from 'vitest'

let answers: boolean
let requests: string[]

beforeEach(() => {
  vi.useFakeTimers()
  vi.resetModules()
  answers = false
  requests = []
  vi.stubGlobal('fetch', async (path: string) => {
    requests.push(path)
    if (!answers) throw new TypeError('Failed to fetch')
    return new Response()
  })
})
afterEach(() => void vi.useRealTimers())

/** Each test has its own copies of the modules, as each page has. */
async function openPage() {
  const [{ connection }, { retryDownload }] = await Promise.all([
    import('./connection.ts'),
    import('./retry-download.ts'),
  ])
  return { connection, retryDownload }
}

test('a lost server is asked again after 5, 10 and 20 seconds, then every 30, until it answers', async () => {
  const { connection } = await openPage()
  const recovered = connection.recover()
  await vi.advanceTimersByTimeAsync(0)
  expect(connection.current()).toBe('lost')
  for (const [index, pause] of [5000, 10_000, 20_000, 30_000, 30_000].entries()) {
    await vi.advanceTimersByTimeAsync(pause - 1)
    expect(requests).toHaveLength(1 + index)
    await vi.advanceTimersByTimeAsync(1)
    expect(requests).toHaveLength(2 + index)
  }
  answers = true
  await vi.advanceTimersByTimeAsync(30_000)
  expect(await recovered).toBe(true)
  expect(connection.current()).toBe('connected')
  expect(new Set(requests)).toEqual(new Set(['/readyz']))
})

test.each([
  ['“Try again”', ({ retry }: { retry: () => void }) => retry()],
  ['the network that is back', () => void dispatchEvent(new Event('online'))],
])('%s asks the server at once', async (_what, act) => {
  const { connection } = await openPage()
  const recovered = connection.recover()
  await vi.advanceTimersByTimeAsync(0)
  answers = true
  act(connection)
  expect(await recovered).toBe(true)
})

test('a server that gives no answer within 3 seconds counts as lost, and so does the error page of a proxy', async () => {
  const { connection } = await openPage()
  vi.stubGlobal('fetch', async () => new Response('<h1>Bad Gateway</h1>', { status: 502 }))
  void connection.recover()
  await vi.advanceTimersByTimeAsync(0)
  expect(connection.current()).toBe('lost')

  vi.resetModules()
  vi.stubGlobal('AbortSignal', { timeout: (limit: number) => limit })
  const waited = vi.fn(() => new Promise(() => {}))
  vi.stubGlobal('fetch', waited)
  void (await openPage()).connection.recover()
  expect(waited).toHaveBeenCalledExactlyOnceWith('/readyz', { signal: 3000 })
})

test('a download that fails without a connection is tried again when the server is back', async () => {
  const { retryDownload } = await openPage()
  const download = vi.fn(async () => {
    if (!answers) throw new TypeError('Failed to fetch dynamically imported module')
    return 'the part'
  })
  const part = retryDownload(download)
  await vi.advanceTimersByTimeAsync(5000)
  expect(download).toHaveBeenCalledOnce()
  answers = true
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await part).toBe('the part')
})

test.each([
  ['a script that an answering server does not give', 'updated'],
  ['a script that the browser does not request again after a loss', 'back'],
])('%s needs a new page', async (_what, why) => {
  const { connection, retryDownload } = await openPage()
  answers = why !== 'back'
  const part = vi.fn()
  void retryDownload(async () => {
    throw new TypeError('Failed to fetch dynamically imported module')
  }).then(part, part)
  await vi.advanceTimersByTimeAsync(0)
  answers = true
  await vi.advanceTimersByTimeAsync(60_000)
  expect(connection.current()).toBe(why)
  expect(part).not.toHaveBeenCalled()
})

test('a page that is needed is still needed after another loss of the connection', async () => {
  const { connection } = await openPage()
  connection.requirePage('updated')
  const recovered = connection.recover()
  await vi.advanceTimersByTimeAsync(0)
  expect(connection.current()).toBe('lost')
  answers = true
  await vi.advanceTimersByTimeAsync(5000)
  expect(await recovered).toBe(true)
  expect(connection.current()).toBe('updated')
})

test('a network that is back says so for 5 seconds, with the seconds that were added', async () => {
  const { connection } = await openPage()
  const sent = Promise.withResolvers<number>()
  connection.followNetwork(() => sent.promise)
  expect(connection.current()).toBe('connected')
  dispatchEvent(new Event('offline'))
  expect(connection.current()).toBe('offline')
  dispatchEvent(new Event('online'))
  expect([connection.current(), connection.addedSeconds()]).toEqual(['online', 0])
  sent.resolve(27)
  await vi.advanceTimersByTimeAsync(4999)
  expect([connection.current(), connection.addedSeconds()]).toEqual(['online', 27])
  await vi.advanceTimersByTimeAsync(1)
  expect(connection.current()).toBe('connected')
})

test('a network that is back hides that the server was asked, and not that the page is needed', async () => {
  const { connection } = await openPage()
  connection.followNetwork(async () => 0)
  dispatchEvent(new Event('offline'))
  void connection.recover()
  await vi.advanceTimersByTimeAsync(0)
  expect(connection.current()).toBe('offline')
  answers = true
  dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(0)
  expect(connection.current()).toBe('online')
  connection.requirePage('back')
  expect(connection.current()).toBe('back')
})

test('what was watched is sent when a stopped server answers again, and a network that is gone again is said at once', async () => {
  const { connection } = await openPage()
  const send = vi.fn(async () => 0)
  connection.followNetwork(send)
  void connection.recover()
  await vi.advanceTimersByTimeAsync(0)
  answers = true
  await vi.advanceTimersByTimeAsync(5000)
  expect(send).toHaveBeenCalledOnce()

  for (const event of ['offline', 'online', 'offline']) {
    dispatchEvent(new Event(event))
    await vi.advanceTimersByTimeAsync(1000)
  }
  await vi.advanceTimersByTimeAsync(5000)
  expect(connection.current()).toBe('offline')
})
