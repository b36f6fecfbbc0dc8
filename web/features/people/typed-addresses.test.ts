import { expect, test } from 'vitest'
import { addressesIn } from './typed-addresses.ts'

test.each([
  ['a@x.example\nb@x.example\r\n\n c@x.example ', ['a@x.example', 'b@x.example', 'c@x.example']],
  ['a@x.example, b@x.example;c@x.example', ['a@x.example', 'b@x.example', 'c@x.example']],
  ['a@x.example b@x.example', ['a@x.example', 'b@x.example']],
  ['Anna Schmidt <anna@x.example>, "Ben" <ben@x.example>', ['anna@x.example', 'ben@x.example']],
  ['anna@', ['anna@']],
  [' \n ', []],
])('addresses are found in %o', (text, addresses) => {
  expect(addressesIn(text)).toEqual(addresses)
})
