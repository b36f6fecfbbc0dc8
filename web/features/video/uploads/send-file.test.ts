import { expect, test } from 'vitest'
import { CONNECTION_LOST } from '#contract/messages.ts'
import { NO_SPACE } from '#contract/video/uploads.ts'
import { sentenceIn } from './send-file.ts'

const answer = (status: number, body: string) => ({ getStatus: () => status, getBody: () => body })
const envelope = (message: string) =>
  JSON.stringify({ success: false, message, code: 'no_space', requestId: '1' })

test.each([
  ['a file that has no space from the beginning', answer(507, envelope(NO_SPACE)), NO_SPACE],
  ['a part during which the disk fills up', answer(507, `${NO_SPACE}\n`), NO_SPACE],
  ['a rule', answer(400, envelope('This file is empty.')), 'This file is empty.'],
  ['an answer of the protocol', answer(409, 'Upload-Offset conflict'), CONNECTION_LOST],
  ['a page of a proxy', answer(502, '<html>'), CONNECTION_LOST],
  ['no answer', null, CONNECTION_LOST],
])('the sentence for %s', (_, response, sentence) => {
  expect(sentenceIn(response)).toBe(sentence)
})
