import type { Insertable, Selectable } from 'kysely'

type Kind<Value> = Value extends number
  ? 'integer' | 'double precision'
  : Value extends Buffer
    ? 'blob'
    : 'text'
type Filled<Table, Column extends keyof Selectable<Table>> = Column extends keyof Insertable<Table>
  ? undefined extends Insertable<Table>[Column]
    ? ' by default'
    : ''
  : ''
/** The type of each column of a table, as the test of the migrated database writes it. */
export type Columns<Table> = {
  [Column in keyof Selectable<Table>]: null extends Selectable<Table>[Column]
    ? `${Kind<Exclude<Selectable<Table>[Column], null>>} or null`
    : `${Kind<Selectable<Table>[Column]>}${Filled<Table, Column>}`
}
