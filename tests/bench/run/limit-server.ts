/**
 * The limit: a bare `node:http` server that answers everything with the same bytes. It is told which by its parent:
 * `{ status, headers, body }`, the body in base64.
 */
import { createServer } from 'node:http'

let status = 200
let headers: [string, string][] = []
let body = Buffer.alloc(0)

const server = createServer((_request, response) => {
  response.writeHead(status, headers)
  response.end(body)
})
server.keepAliveTimeout = 5000

process.on('message', (answer: { status: number; headers: [string, string][]; body: string }) => {
  ;({ status, headers } = answer)
  body = Buffer.from(answer.body, 'base64')
  process.send?.('ready')
})
process.once('disconnect', () => process.exit(0))

server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.send?.(typeof address === 'object' && address ? address.port : 0)
})
