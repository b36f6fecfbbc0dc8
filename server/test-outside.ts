import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { onTestFinished } from 'vitest'

type Answer = (response: ServerResponse, url: URL) => void

/** A local server that stands in for all outside hosts. `answers` by the beginning of `/<host>/<path>?…`; all else is 404. */
export async function standIn(answers: Record<string, Answer> = {}) {
  const asked: string[] = []
  let atOnce = 0
  let most = 0
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    asked.push(path)
    atOnce += 1
    most = Math.max(most, atOnce)
    response.once('close', () => {
      atOnce -= 1
    })
    const [, answer] = Object.entries(answers).find(([start]) => path.startsWith(start)) ?? []
    if (answer) answer(response, new URL(path, 'http://localhost'))
    else response.writeHead(404).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port.')
  return { origin: `http://127.0.0.1:${address.port}`, asked, answers, most: () => most }
}

export function json(body: object): Answer {
  return (response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
