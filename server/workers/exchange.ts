import cluster, { type Worker } from 'node:cluster'
import { randomBytes } from 'node:crypto'
import type { LiveEvent } from '#server/http/live-events.ts'
import { createCounters } from './counters.ts'
import { createMeasuring } from './measuring.ts'
import { type FromPrimary, FromWorker, type Place } from './messages.ts'

/** The caller's request times out. */
const unanswered = () => undefined

type CallInput = Exclude<FromWorker, { kind: 'prepared' | 'event' }>

/** Routes messages between workers. */
export interface Exchange {
  /** Assigns a number to a worker, in place of the one that died with it. */
  expect(worker: Worker, number: number): void
}

/** Runs in the primary: assigns places, orders events, holds the shared counters and collects metrics. */
export function openExchange(): Exchange {
  const run = randomBytes(4).toString('hex')
  const numbers = new WeakMap<Worker, number>()
  const count = createCounters()
  const early: (() => void)[] = []
  let isPrepared = false
  let events = 0

  const send = (worker: Worker, message: FromPrimary) => {
    if (worker.isConnected()) worker.send(message, () => undefined)
  }
  const all = () => Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)
  const { measure, measured } = createMeasuring(send)

  const givePlace = (worker: Worker, id: number) => {
    const number = numbers.get(worker) ?? 0
    const prepares = number === 0 && !isPrepared
    const place: Place = { number, prepares, lastEventId: `${run}-${events}` }
    send(worker, { kind: 'answer', id, answer: place })
  }
  const takePlace = (worker: Worker, id: number) => {
    if (isPrepared || numbers.get(worker) === 0) givePlace(worker, id)
    else early.push(() => givePlace(worker, id))
  }
  const publishToAll = (event: LiveEvent) => {
    events += 1
    for (const each of all()) send(each, { kind: 'told', told: { id: `${run}-${events}`, event } })
  }
  const startOthers = () => {
    isPrepared = true
    for (const go of early.splice(0)) go()
  }
  const answer = (worker: Worker, message: CallInput) => {
    const reply = (value: unknown) => send(worker, { kind: 'answer', id: message.id, answer: value })
    if (message.kind === 'place') takePlace(worker, message.id)
    else if (message.kind === 'count') count(message.counting).then(reply, unanswered)
    else if (message.kind === 'metrics') measure(all()).then(reply, unanswered)
    else measured(worker, message.id, message.metrics)
  }
  cluster.on('message', (worker, json: unknown) => {
    const { success, data } = FromWorker.safeParse(json)
    if (!success) return
    if (data.kind === 'prepared') startOthers()
    else if (data.kind === 'event') publishToAll(data.event)
    else answer(worker, data)
  })
  return {
    expect(worker, number) {
      numbers.set(worker, number)
    },
  }
}
