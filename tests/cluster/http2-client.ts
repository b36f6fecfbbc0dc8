import { type ClientHttp2Session, connect } from 'node:http2'

export interface Asked {
  method: 'GET' | 'POST'
  path: string
  token?: string | undefined
  json?: object
}

/** `unsent`: the server said that it did not begin with it. */
type End = number | 'unsent' | 'lost'

interface Connection {
  session: ClientHttp2Session
  /** The last request that is still answered here, once the server said goodbye. */
  last: number
}

export interface Browser {
  /** The status of the answer, or 0 when none came. */
  ask: (asked: Asked) => Promise<number>
  readonly goodbyes: number
  /** Requests that were sent on another connection because the former one did not begin with them. */
  readonly again: number
  close: () => void
}

function send(connection: Connection, { method, path, token, json }: Asked): Promise<End> {
  const { promise, resolve } = Promise.withResolvers<End>()
  const body = json && JSON.stringify(json)
  const stream = connection.session.request({
    ':method': method,
    ':path': path,
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...(body !== undefined && { 'content-type': 'application/json' }),
  })
  let status: number | undefined
  let ended = false
  stream.on('response', (head) => {
    status = head[':status']
  })
  stream.on('end', () => {
    ended = true
  })
  stream.on('error', () => undefined)
  stream.on('close', () => {
    if (status !== undefined && ended) resolve(status)
    else resolve(stream.id === undefined || stream.id > connection.last ? 'unsent' : 'lost')
  })
  stream.resume().end(body)
  return promise
}

/**
 * One connection of HTTP/2, used as browsers use it: after the server's goodbye new requests go to a new one, what had
 * begun is waited for, and what had not is sent again.
 */
export function openBrowser(url: string, ca: Buffer): Browser {
  const counts = { goodbyes: 0, again: 0 }
  let current: Connection | undefined

  const open = (): Connection => {
    const session = connect(url, { ca })
    const made: Connection = { session, last: Number.POSITIVE_INFINITY }
    const leave = () => {
      if (current === made) current = undefined
    }
    session.on('goaway', (_code, lastStream) => {
      counts.goodbyes += 1
      made.last = lastStream
      leave()
    })
    session.on('close', leave).on('error', leave)
    return made
  }
  return {
    async ask(asked) {
      for (let turn = 0; turn < 3; turn += 1) {
        current ??= open()
        const connection = current
        const end = await send(connection, asked)
        if (typeof end === 'number') return end
        if (end === 'lost') return 0
        counts.again += 1
      }
      return 0
    },
    get goodbyes() {
      return counts.goodbyes
    },
    get again() {
      return counts.again
    },
    close: () => current?.session.close(),
  }
}
