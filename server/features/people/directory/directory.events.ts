import { on } from '#server/events.ts'
import { renewWords } from './words.queries.ts'

on('user.renamed', (trx, { userId }) => renewWords(trx, userId))

on('user.addressChanged', (trx, { userId }) => renewWords(trx, userId))
