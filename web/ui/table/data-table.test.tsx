import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { expect, test, vi } from 'vitest'
import type { Column, DataTableProps } from './data-table.tsx'
import { DataTable } from './data-table.tsx'
import { TableFrame } from './table-frame.tsx'

type Row = { _id: string; title: string; videos: number }

const rows: Row[] = [
  { _id: '1', title: 'Mixing', videos: 9 },
  { _id: '2', title: 'Light', videos: 4 },
]
const columns: Column<Row>[] = [
  { area: 'name', head: 'Name', sort: 'title', cell: ({ title }) => title },
  { area: 'count', head: 'Videos', labelled: true, cell: ({ videos }) => videos },
  {
    area: 'actions',
    head: 'Actions',
    hideHead: true,
    cell: ({ title }) => <button type="button">Edit {title}</button>,
  },
]

function table(props: Partial<DataTableProps<Row>> = {}) {
  render(
    <MemoryRouter>
      <TableFrame title="Your playlists">
        <DataTable columns={columns} rows={rows} layout="teaching" {...props} />
      </TableFrame>
    </MemoryRouter>,
  )
}

test('rows and columns can be found by their names', () => {
  table()
  const region = within(screen.getByRole('region', { name: 'Your playlists' }))
  expect(region.getAllByRole('columnheader').map((head) => head.textContent)).toEqual([
    'Name',
    'Videos',
    'Actions',
  ])
  expect(region.getAllByRole('row').map((row) => row.textContent)).toEqual([
    'NameVideosActions',
    'Mixing9Edit Mixing',
    'Light4Edit Light',
  ])
})

test('a click on a column head sorts ascending, then descending', async () => {
  const onSort = vi.fn()
  table({ onSort, sort: { by: 'created', order: 'desc' } })
  const head = screen.getByRole('columnheader', { name: 'Name' })
  expect(head.getAttribute('aria-sort')).toBe('none')
  await userEvent.setup().click(within(head).getByRole('button'))
  expect(onSort).toHaveBeenCalledExactlyOnceWith('title', 'asc')
})

test('the sorted column announces its order and can be reversed', async () => {
  const onSort = vi.fn()
  table({ onSort, sort: { by: 'title', order: 'asc' } })
  const head = screen.getByRole('columnheader', { name: 'Name' })
  expect(head.getAttribute('aria-sort')).toBe('ascending')
  await userEvent.setup().click(within(head).getByRole('button'))
  expect(onSort).toHaveBeenCalledExactlyOnceWith('title', 'desc')
})

test('a table without a sort handler has no sort buttons', () => {
  table()
  expect(within(screen.getByRole('columnheader', { name: 'Name' })).queryByRole('button')).toBeNull()
})

test('adding or changing a row renders no other row again', () => {
  const rendered = vi.fn()
  const counting: Column<Row>[] = [
    {
      area: 'name',
      head: 'Name',
      cell: ({ _id, title }) => {
        rendered(_id)
        return title
      },
    },
  ]
  const many = Array.from({ length: 120 }, (_, id) => ({ _id: String(id), title: `Row ${id}`, videos: 1 }))
  const table = (now: Row[]) => (
    <MemoryRouter>
      <DataTable columns={counting} rows={now} layout="teaching" />
    </MemoryRouter>
  )
  const { rerender } = render(table(many.slice(0, 100)))
  rendered.mockClear()
  rerender(table(many.slice(0, 100)))
  expect(rendered).not.toHaveBeenCalled()
  rerender(table([...many]))
  expect(new Set(rendered.mock.calls.flat())).toEqual(new Set(many.slice(100).map(({ _id }) => _id)))
  rendered.mockClear()
  rerender(table(many.map((row) => (row._id === '7' ? { ...row, title: 'Another' } : row))))
  expect(screen.getByText('Another')).toBeDefined()
  expect(new Set(rendered.mock.calls.flat())).toEqual(new Set(['7']))
})
