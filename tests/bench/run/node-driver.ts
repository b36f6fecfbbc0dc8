import { Agent, request } from 'node:http'
import type { Drive, Driven, Request } from './driving.ts'

/** What wrk does, where there is no wrk: slower, but equally so for everybody who is driven. */
export async function driveFromNode(
  url: string,
  { requests, connections, seconds, offset }: Drive,
): Promise<Driven> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const times: number[] = []
  let bytes = 0
  let failed = 0
  let at = offset
  const began = performance.now()
  const end = began + seconds * 1000
  const one = async () => {
    while (performance.now() < end) {
      const next = requests[at++ % requests.length]
      if (!next) return
      const sent = performance.now()
      const answer = await send(url, agent, next)
      times.push(performance.now() - sent)
      bytes += answer.bytes
      if (answer.status >= 400) failed += 1
    }
  }
  await Promise.all(Array.from({ length: connections }, one))
  agent.destroy()
  const elapsed = (performance.now() - began) / 1000
  times.sort((a, b) => a - b)
  const percentile = (part: number) => times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0
  return {
    rate: times.length / elapsed,
    p50: percentile(0.5),
    p99: percentile(0.99),
    bytes: bytes / times.length,
    requests: times.length,
    failed,
  }
}

export function send(url: string, agent: Agent, { path, method = 'GET', headers = {}, body }: Request) {
  return new Promise<{ status: number; bytes: number }>((resolve, reject) => {
    const outgoing = request(new URL(path, url), { agent, method, headers }, (answer) => {
      let bytes = 0
      answer.on('data', (chunk: Buffer) => {
        bytes += chunk.length
      })
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, bytes }))
      answer.on('error', reject)
    })
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}
