/** Loaded into the server as a negative control: the database is opened with less care than it is in the product. */
import SQLite from 'better-sqlite3'

const { SYNCHRONOUS } = process.env
const pragma = SQLite.prototype.pragma

if (SYNCHRONOUS !== undefined) {
  SQLite.prototype.pragma = function (source, options) {
    return pragma.call(this, source.replace('synchronous = FULL', `synchronous = ${SYNCHRONOUS}`), options)
  }
}
