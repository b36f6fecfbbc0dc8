/** Loaded into the server as a negative control: it syncs less than the product does. */
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import SQLite from 'better-sqlite3'

const { CARE } = process.env

if (CARE === 'synchronous=OFF') {
  const pragma = SQLite.prototype.pragma
  SQLite.prototype.pragma = function (source, options) {
    return pragma.call(this, source.replace('synchronous = NORMAL', 'synchronous = OFF'), options)
  }
}

if (CARE === 'commits not synced') {
  Reflect.set(fs, 'fdatasync', (_file: number, done: () => void) => setImmediate(done))
  syncBuiltinESMExports()
}
