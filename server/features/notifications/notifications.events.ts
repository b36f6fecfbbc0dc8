import { on } from '#server/events.ts'
import { enqueueNotices } from './publishing.ts'

on('item.published', (trx, published) => enqueueNotices(trx, published))
