import type { Drive, Driven, Request } from './driving.ts'
import { medianOf } from './median.ts'
import type { LimitServer, Peer } from './peers.ts'
import { processorOf } from './processor.ts'
import { type Answered, alternate } from './questions.ts'
import type { RawWriter } from './raw-writes.ts'
import type { Row } from './row.ts'
import type { Site } from './site.ts'
import { drive } from './wrk.ts'

export interface Arena {
  small: Site | undefined
  large: Site
  limit: LimitServer
  nginx: Peer | undefined
  raw: RawWriter
  rounds: Rounds
  seconds: number
}

/** A ratio is one of two turns that the machine may treat differently, so it is taken more often. */
export interface Rounds {
  ofRatios: number
  ofOthers: number
}

export interface Measured extends Driven {
  name: string
  /** Milliseconds of processor of the server for one answer. */
  cpu: number
  /** Of what the peer did; absent without a peer. */
  ratio: number | undefined
  /** The peer's processor for one answer, of ours: as `ratio`, but a busy neighbour changes it little. */
  share: number | undefined
  /** Of a bare server that does the same, with a write's transaction; where the peer is something else. */
  behindHttp: number | undefined
  /** How much more time one answer takes on the large site; absent without a small one. */
  growth: number | undefined
  /** How much more time one answer takes than one of the first page; absent for what is no deep page. */
  deeper: number | undefined
  /** How many more milliseconds of processor one answer takes than one of the row that it is compared with. */
  more: number | undefined
  /** Of questions that were asked one by one. */
  answered: Answered | undefined
}

interface Round extends Driven {
  cpu: number
}

/**
 * The site, its peer, the small site and the first page of what `row` is a deep page of in turns, so that whatever else
 * the machine does is shared by all.
 */
export async function measure(row: Row, arena: Arena, firstPage?: Row): Promise<Measured> {
  const { small, large, limit } = arena
  const rounds = row.bar.ratio === undefined ? arena.rounds.ofOthers : arena.rounds.ofRatios
  const requests = await row.requests(large)
  const opening = await firstPage?.requests(large)
  const fewer = row.questions
    ? undefined
    : small && (await (row.alike ?? row.fewer ?? row.requests)(small, large))
  const alike = small && (await row.alike?.(large))
  const [first] = requests
  if (!first) throw new Error(`${row.name} has no requests.`)
  const write = row.peer === 'like' || row.peer === 'save' || row.peer === 'comment' ? row.peer : undefined
  const imitated = row.peer !== 'none'
  if (imitated) await limit.imitate(large.app.url, first, write)
  const ours: Round[] = []
  const theirs: number[] = []
  const shares: number[] = []
  const behind: number[] = []
  const grown: number[] = []
  const deeper: number[] = []
  const more: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const big = await driveOnce(large, row, { requests, part: round / rounds, arena })
    ours.push(big)
    const peer = await ratePeer(row, first, arena)
    if (peer) theirs.push(big.rate / peer.rate)
    if (peer?.cpu !== undefined) shares.push(peer.cpu / big.cpu)
    if (imitated && row.peer !== 'bare') behind.push(big.rate / (await driveLimit(row, first, arena)).rate)
    if (small && fewer) {
      const little = await driveOnce(small, row, { requests: fewer, part: round / rounds, arena })
      const same = alike ? await driveOnce(large, row, { requests: alike, part: round / rounds, arena }) : big
      grown.push(little.rate / same.rate)
    }
    if (opening) {
      const { rate, cpu } = await driveOnce(large, row, { requests: opening, part: round / rounds, arena })
      deeper.push(rate / big.rate)
      more.push(big.cpu - cpu)
    }
  }
  const answered = row.questions && (await alternate(row.questions, { large, small, rounds }))
  const median = (of: keyof Round) => medianOf(ours.map((each) => each[of]))
  return {
    name: row.name,
    rate: median('rate'),
    p50: median('p50'),
    p99: median('p99'),
    bytes: median('bytes'),
    cpu: median('cpu'),
    requests: ours.reduce((sum, each) => sum + each.requests, 0),
    failed: ours.reduce((sum, each) => sum + each.failed, 0),
    ratio: theirs.length > 0 ? medianOf(theirs) : undefined,
    share: shares.length > 0 ? medianOf(shares) : undefined,
    behindHttp: behind.length > 0 ? medianOf(behind) : undefined,
    growth: grown.length > 0 ? medianOf(grown) : answered?.growth,
    deeper: deeper.length > 0 ? medianOf(deeper) : undefined,
    more: more.length > 0 ? medianOf(more) : undefined,
    answered,
  }
}

interface Turn {
  requests: Request[]
  /** How much of the run is over, of one. */
  part: number
  arena: Arena
}

/** Each round goes on where the former stopped, roughly: what was asked is not asked again. */
async function driveOnce({ app }: Site, row: Row, { requests, part, arena }: Turn): Promise<Round> {
  const { connections } = row
  const { seconds } = arena
  const offset = Math.floor(requests.length * part)
  const before = processorOf(app.pid)
  const driven = await drive(app.url, { requests, connections, seconds, offset })
  return { ...driven, cpu: (processorOf(app.pid) - before) / driven.requests }
}

interface PeerRound {
  rate: number
  /** Milliseconds of processor for one answer, of a peer that is a process. */
  cpu?: number
}

async function ratePeer(row: Row, first: Request, arena: Arena): Promise<PeerRound | undefined> {
  const { nginx, raw, seconds, large } = arena
  const { connections } = row
  if (row.peer === 'none') return undefined
  if (row.peer === 'bare') return driveLimit(row, first, arena)
  if (row.peer !== 'nginx') return { rate: await raw.write(row.peer, seconds) }
  if (!nginx) return undefined
  const { image } = large.facts
  const requests = [{ path: `/${image.slice(0, 2)}/${image}` }]
  return drivePeer(nginx, { requests, connections, seconds, offset: 0 })
}

function driveLimit({ connections }: Row, first: Request, { limit, seconds }: Arena): Promise<PeerRound> {
  return drivePeer(limit, { requests: [first], connections, seconds, offset: 0 })
}

async function drivePeer({ url, pid }: Peer, options: Drive): Promise<PeerRound> {
  const before = processorOf(pid)
  const { rate, requests } = await drive(url, options)
  return { rate, cpu: (processorOf(pid) - before) / requests }
}
