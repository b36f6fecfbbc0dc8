import { useQuery } from '@tanstack/react-query'
import { useCall } from '#web/core/app-context.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { categoriesOf } from './categories.queries.ts'

interface CategorySelectProps {
  /** The chosen title; empty while nothing is chosen. */
  value: string
  onChange: (title: string) => void
  /** How long the toast of a failure stays, if not the default. */
  toastMs?: number
}

/** The category of a playlist, by title. The stored category stays available even if the list cannot be loaded. */
export function CategorySelect({ value, onChange, toastMs }: CategorySelectProps) {
  const { data } = useQuery({ ...categoriesOf(useCall()), meta: { toast: true, timeout: toastMs } })
  const titles = data?.categories.map(({ title }) => title) ?? []
  const options = value === '' || titles.includes(value) ? titles : [value, ...titles]
  return (
    <SelectField
      name="category"
      label="Category"
      required
      span
      capital
      placeholder="Choose a category"
      options={options.map((title) => ({ value: title, label: title }))}
      value={value}
      onChange={onChange}
    />
  )
}
