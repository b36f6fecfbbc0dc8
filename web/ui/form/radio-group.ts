/** The props of both radio groups: `RadioCards` and `Segmented`. */
export type RadioGroupProps<Value extends string> = {
  name: string
  legend: string
  /** The legend is visible only to screen readers. */
  hideLegend?: boolean
  value?: Value
  defaultValue?: Value
  onChange?: (value: Value) => void
  disabled?: boolean
}

/** The props of one native radio: controlled when the group has a value, else on its own. */
export function radioProps<Value extends string>(group: RadioGroupProps<Value>, value: Value) {
  const checked =
    group.value === undefined
      ? { defaultChecked: group.defaultValue === value }
      : { checked: group.value === value }
  return {
    type: 'radio',
    name: group.name,
    value,
    ...checked,
    onChange: () => group.onChange?.(value),
  } as const
}
