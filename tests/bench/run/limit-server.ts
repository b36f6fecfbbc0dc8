/**
 * The limit: a bare `node:http` server that answers everything with the same bytes. It is message which by its parent:
 * `{ status, headers, body, write }`, the body in base64. With `write` it makes that transaction before each answer, in
 * the site of the folder in its first argument, or in the PostgreSQL that its second one names.
 */
import { createServer } from 'node:http'
import { openRawWriter } from './raw-writer.ts'
import type { RawWriter, Write } from './raw-writes.ts'

let status = 200
let headers: [string, string][] = []
let body = Buffer.alloc(0)
let write: Write | undefined
let writer: RawWriter | undefined

const server = createServer((_request, response) => {
  const answer = () => {
    response.writeHead(status, headers)
    response.end(body)
  }
  const written = write && writer?.writeOnce(write)
  if (written) written.then(answer, () => response.destroy())
  else answer()
})
server.keepAliveTimeout = 5000

interface Message {
  status: number
  headers: [string, string][]
  body: string
  write?: Write
}

async function handleMessage(message: Message): Promise<void> {
  ;({ status, headers, write } = message)
  body = Buffer.from(message.body, 'base64')
  if (write) writer ??= await openRawWriter(process.argv[2] ?? '.', process.argv[3])
  process.send?.('ready')
}
process.on('message', (message: Message) => void handleMessage(message))

async function end(): Promise<void> {
  await writer?.stop()
  process.exit(0)
}
process.once('disconnect', () => void end())
process.once('SIGTERM', () => void end())

server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.send?.(typeof address === 'object' && address ? address.port : 0)
})
