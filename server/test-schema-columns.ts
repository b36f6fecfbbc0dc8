import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync, type TSInterfaceDeclaration, type TSType, type TSTypeReference } from 'oxc-parser'

type Columns = Record<string, string>

const data = join(import.meta.dirname, 'data')

/** The interfaces of `schema.ts` and the files of its tables, by name. */
function interfacesOfSchema(): Map<string, TSInterfaceDeclaration> {
  const files = readdirSync(data).filter((name) => name === 'schema.ts' || /-rows?\.ts$/.test(name))
  const found = new Map<string, TSInterfaceDeclaration>()
  for (const name of files) {
    const { program } = parseSync(name, readFileSync(join(data, name), 'utf8'))
    for (const statement of program.body) {
      const node = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
      if (node?.type === 'TSInterfaceDeclaration') found.set(node.id.name, node)
    }
  }
  return found
}

/** The type of a column as `schema.test.ts` writes it; `integer` stands for `double precision`, too. */
function kindOf(type: TSType): string {
  if (type.type === 'TSNumberKeyword') return 'integer'
  if (type.type === 'TSTypeReference') return kindOfReference(type)
  if (type.type !== 'TSUnionType') return 'text'
  const [first] = type.types
  const isNullable = type.types.some((each) => each.type === 'TSNullKeyword')
  return first && isNullable ? `${kindOf(first)} or null` : 'text'
}

function kindOfReference({ typeName, typeArguments }: TSTypeReference): string {
  const name = typeName.type === 'Identifier' ? typeName.name : ''
  const [argument] = typeArguments?.params ?? []
  if (name === 'Generated' && argument) return `${kindOf(argument)} by default`
  if (name === 'GeneratedAlways' && argument) return kindOf(argument)
  return name === 'Buffer' ? 'blob' : 'text'
}

function membersOf(node: TSInterfaceDeclaration): [name: string, type: TSType][] {
  return node.body.body.flatMap((member): [string, TSType][] =>
    member.type === 'TSPropertySignature' && member.key.type === 'Identifier' && member.typeAnnotation
      ? [[member.key.name, member.typeAnnotation.typeAnnotation]]
      : [],
  )
}

/** The columns of each table of `Schema`, as its source describes them. */
export function columnsOfSchema(): Record<string, Columns> {
  const interfaces = interfacesOfSchema()
  const find = (name: string) => {
    const node = interfaces.get(name)
    if (!node) throw new Error(`The schema has no interface ${name}.`)
    return node
  }
  const columnsOf = (name: string): Columns => {
    const node = find(name)
    const inherited = node.extends.map(({ expression }) =>
      expression.type === 'Identifier' ? columnsOf(expression.name) : {},
    )
    const own = Object.fromEntries(membersOf(node).map(([column, type]) => [column, kindOf(type)]))
    return Object.assign({}, ...inherited, own)
  }
  const tables = membersOf(find('Schema')).map(([table, type]): [string, Columns] => {
    if (type.type !== 'TSTypeReference' || type.typeName.type !== 'Identifier')
      throw new Error(`The schema describes ${table} by no interface.`)
    return [table, columnsOf(type.typeName.name)]
  })
  return Object.fromEntries(tables)
}
