import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { readOrder } from './order.ts'

const TO = 'postgres://lectern@db.example.org/lectern'

test('a move has a file to move from and a database to move into', () => {
  expect(readOrder(['--from', 'sqlite:./data/lectern.db', '--to', TO])).toEqual({
    file: resolve('data/lectern.db'),
    folder: resolve('data'),
    to: TO,
    picturesOnly: false,
  })
  expect(readOrder(['--from=sqlite:/srv/a b/lectern.db', `--to=${TO}`, '--pictures'])).toMatchObject({
    file: '/srv/a b/lectern.db',
    picturesOnly: true,
  })
  expect(readOrder(['--from=sqlite:///srv/lectern.db', `--to=${TO}`]).file).toBe('/srv/lectern.db')
})

test.each([
  [[], '--from must be'],
  [['--from', 'lectern.db', '--to', TO], '--from must be'],
  [['--from', 'sqlite://host/lectern.db', '--to', TO], '--from must be'],
  [['--from', 'sqlite:a.db'], '--to must be'],
  [['--from', 'sqlite:a.db', '--to', 'mysql://host/lectern'], '--to must be'],
  [['--from', 'sqlite:a.db', '--to', TO, '--force'], 'Unknown option'],
])('%j is no order', (words, why) => {
  expect(() => readOrder(words)).toThrow(why)
})
