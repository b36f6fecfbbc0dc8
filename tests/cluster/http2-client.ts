import { type ClientHttp2Session, connect } from 'node:http2'

export interface Call {
  method: 'GET' | 'POST'
  path: string
  token?: string | undefined
  json?: object
}

/** `unsent`: the server reported that it did not process the request. */
type End = number | 'unsent' | 'lost'

interface Connection {
  session: ClientHttp2Session
  /** The last request that this connection still answers after a GOAWAY. */
  last: number
}

export interface Browser {
  /** The status of the response, or 0 without one. */
  send: (call: Call) => Promise<number>
  readonly goaways: number
  /** Requests that were sent again on another connection. */
  readonly again: number
  close: () => void
}

function send(connection: Connection, { method, path, token, json }: Call): Promise<End> {
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
 * One HTTP/2 connection, used like a browser's: after a GOAWAY new requests use a new connection, running requests
 * finish, and unprocessed ones are sent again.
 */
export function openBrowser(url: string, ca: Buffer): Browser {
  const counts = { goaways: 0, again: 0 }
  let current: Connection | undefined

  const open = (): Connection => {
    const session = connect(url, { ca })
    const made: Connection = { session, last: Number.POSITIVE_INFINITY }
    const leave = () => {
      if (current === made) current = undefined
    }
    session.on('goaway', (_code, lastStream) => {
      counts.goaways += 1
      made.last = lastStream
      leave()
    })
    session.on('close', leave).on('error', leave)
    return made
  }
  return {
    async send(call) {
      for (let turn = 0; turn < 3; turn += 1) {
        current ??= open()
        const connection = current
        const end = await send(connection, call)
        if (typeof end === 'number') return end
        if (end === 'lost') return 0
        counts.again += 1
      }
      return 0
    },
    get goaways() {
      return counts.goaways
    },
    get again() {
      return counts.again
    },
    close: () => current?.session.close(),
  }
}
