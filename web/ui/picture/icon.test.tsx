import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8')

test('the names of the icons are those of the sprite', () => {
  const symbols = [...read('icons.svg').matchAll(/<symbol id="([\w-]+)"/g)].map(([, id]) => id)
  const [, names = ''] = /type SpriteIcon =([^/]+)/.exec(read('icon.tsx')) ?? []
  expect([...names.matchAll(/'([\w-]+)'/g)].map(([, name]) => name)).toEqual(symbols)
})
