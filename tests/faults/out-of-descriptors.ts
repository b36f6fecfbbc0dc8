import { readdirSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createFixtures } from './client.ts'
import type { Fault } from './fault.ts'
import { lacks } from './machine.ts'
import { statusOf, until } from './reading.ts'
import { openSite, stopSite } from './site.ts'

const FILES = 128
const CONNECTIONS = 500
const CROWDED_MS = 5000
const RESUMED_MS = 10_000

/** Sends requests on a connection from before the crowd. */
function get(agent: Agent, url: string): Promise<number | undefined> {
  return new Promise((resolve) => {
    const sent = request(url, { agent }, (answer) => {
      answer.resume()
      answer.once('end', () => resolve(answer.statusCode))
    })
    sent.once('error', () => resolve(undefined))
    sent.end()
  })
}

/** Idle connections; each occupies one descriptor of the server. */
async function crowd(url: string): Promise<Socket[]> {
  const { hostname, port } = new URL(url)
  const sockets = Array.from({ length: CONNECTIONS }, () => {
    const socket = connect(Number(port), hostname)
    socket.on('error', () => undefined)
    return socket
  })
  await delay(1000)
  return sockets
}

export const outOfDescriptors: Fault = {
  id: 'F14',
  title: `${CONNECTIONS} connections to a server that may open ${FILES} files`,
  lacks: () => lacks('prlimit'),
  async run(folder) {
    const site = await openSite({
      folder: join(folder, 'data'),
      under: ['prlimit', `--nofile=${FILES}`],
    })
    await createFixtures(site.url)
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const first = await get(agent, `${site.url}/api/playlists`)
    const sockets = await crowd(site.url)
    const open = readdirSync(`/proc/${site.process.pid}/fd`).length
    const answers: (number | undefined)[] = []
    const end = Date.now() + CROWDED_MS
    while (Date.now() < end) answers.push(await get(agent, `${site.url}/api/playlists`))
    const failed = answers.filter((status) => status !== 200).length
    for (const socket of sockets) socket.destroy()
    const resumed = await until(async () => (await statusOf(`${site.url}/readyz`)) === 200, RESUMED_MS)
    agent.destroy()
    const exit = await stopSite(site)
    return {
      held:
        open >= FILES - 2 &&
        first === 200 &&
        failed === 0 &&
        answers.length > 0 &&
        Number.isFinite(resumed) &&
        exit === 0,
      figures: `${open} files open; ${answers.length} requests on the connection that was open before, ${failed} failed; new connections taken ${Math.round(resumed)} ms after the crowd left, same process, exit ${exit}`,
    }
  },
}
