import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import sharp from 'sharp'
import { endEverything } from '#scripts/start-program.ts'
import { check } from './checker.ts'
import { createFixtures, type Fixtures, send } from './client.ts'
import { type Fault, inFolder } from './fault.ts'
import { createLedger } from './ledger.ts'
import { isNotRoot } from './machine.ts'
import { statusOf } from './reading.ts'
import { openSite, type Site, stopSite } from './site.ts'
import { writeEverything } from './writers.ts'

const GROUPS = '/sys/fs/cgroup/memory'
const MEBIBYTE = 1024 * 1024
const UPLOADERS = 64
const STORM_MS = 15_000
const ENOUGH = 256
const TOO_LITTLE = 128

function lacksGroups(): string | undefined {
  const reason = isNotRoot()
  if (reason !== undefined) return reason
  return existsSync(join(GROUPS, 'memory.limit_in_bytes'))
    ? undefined
    : 'It needs cgroup v1 with its memory controller.'
}

/** A cgroup with this much memory, while `work` runs. */
async function inMemory<Result>(
  mebibytes: number,
  work: (group: string) => Promise<Result>,
): Promise<Result> {
  const group = join(GROUPS, `lectern-fault-${process.pid}`)
  mkdirSync(group)
  const leave = () => rmdirSync(group)
  try {
    writeFileSync(join(group, 'memory.limit_in_bytes'), String(mebibytes * MEBIBYTE))
    return await work(group)
  } finally {
    await endEverything()
    leave()
  }
}

/** A large picture that does not compress, so that both its bytes and its pixels use memory. */
async function largePicture(): Promise<Blob> {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
  const create = { width: 2600, height: 2000, channels: 3, background: 'black', noise } as const
  const bytes = await sharp({ create }).jpeg({ quality: 95 }).toBuffer()
  return new Blob([Uint8Array.from(bytes)], { type: 'image/jpeg' })
}

/** Keeps sixty-four uploads running and counts the responses by kind. */
async function storm(url: string, { teacher }: Fixtures, stop: AbortSignal): Promise<Record<string, number>> {
  const image = await largePicture()
  const answers: Record<string, number> = {}
  const upload = async () => {
    while (!stop.aborted) {
      const form = { title: 'Storm', description: 'Large.', category: 'music', mainPlaylistImage: image }
      const status = (await send(`${url}/api/playlists`, 'POST', { token: teacher.token, form }))?.status
      answers[status ?? 'none'] = (answers[status ?? 'none'] ?? 0) + 1
      if (status !== 201) await delay(50)
    }
  }
  await Promise.all(Array.from({ length: UPLOADERS }, upload))
  return answers
}

/** Runs many large uploads in little memory. When the kernel kills the server, a supervisor starts it again. */
async function stormIn(folder: string, mebibytes: number) {
  const data = join(folder, 'data')
  const ledger = createLedger(join(folder, 'acknowledged'))
  const first = await openSite({ folder: data })
  const fixtures = await createFixtures(first.url)
  await stopSite(first)
  const stormed = await inMemory(mebibytes, async (group) => {
    const enter = `echo $$ > ${group}/cgroup.procs && exec "$@"`
    const site = await openSite({ folder: data, under: ['sh', '-c', enter, 'sh'] })
    const stop = AbortSignal.any([AbortSignal.timeout(STORM_MS), whenEnded(site)])
    const [answers] = await Promise.all([
      storm(site.url, fixtures, stop),
      writeEverything({ url: site.url, fixtures, ledger, round: '1' }, stop),
    ])
    const alive = (await statusOf(`${site.url}/healthz`)) === 200
    const most = Number(readFileSync(join(group, 'memory.max_usage_in_bytes'), 'utf8')) / MEBIBYTE
    const end = alive ? await stopSite(site) : await site.ended
    return { answers, end, most: Math.round(most) }
  })
  const again = await openSite({ folder: data })
  const verdict = await check(data, ledger)
  await stopSite(again)
  return { ...stormed, faults: [...verdict.lost, ...verdict.wrong], acknowledged: ledger.acknowledged }
}

function whenEnded({ ended }: Site): AbortSignal {
  const controller = new AbortController()
  void ended.then(() => controller.abort())
  return controller.signal
}

function inWords({ answers, end, most, faults, acknowledged }: Awaited<ReturnType<typeof stormIn>>): string {
  const { 201: taken = 0, 503: rejected = 0, none = 0, ...others } = answers
  const odd = Object.keys(others).join(', ') || 'none otherwise'
  return `${taken} uploads taken, ${rejected} rejected with 503, ${none} cut off without an answer, ${odd}; most memory ${most} MiB; ended with ${end}; ${acknowledged} other writes acknowledged, ${faults.length} lost or wrong after the next start`
}

export const outOfMemory: Fault = {
  id: 'F13',
  title: 'many large uploads in little memory (cgroup v1)',
  lacks: lacksGroups,
  async run(folder, say) {
    const enough = await stormIn(folder, ENOUGH)
    say(`${ENOUGH} MiB: ${inWords(enough)}`)
    const little = await inFolder((target) => stormIn(target, TOO_LITTLE))
    for (const line of [...enough.faults, ...little.faults].slice(0, 10)) say(`  ${line}`)
    const kinds = Object.keys(enough.answers)
    return {
      held:
        enough.end === 0 &&
        // The server may close the connection of a rejected upload before the client reads the response.
        kinds.every((status) => ['201', '503', 'none'].includes(status)) &&
        (enough.answers[201] ?? 0) > 0 &&
        (enough.answers[503] ?? 0) > 0 &&
        enough.faults.length + little.faults.length === 0,
      figures: `in ${ENOUGH} MiB ${inWords(enough)}. In ${TOO_LITTLE} MiB ${inWords(little)}`,
    }
  },
}
