import type { ComponentProps } from 'react'
import { Link as RouterLink, useLocation } from 'react-router'

export type LinkProps = ComponentProps<typeof RouterLink>

/** Whether a new screen fades in. React Router would warn in a browser that cannot do it. */
export const VIEW_TRANSITION = 'startViewTransition' in (globalThis.document ?? {})

/** A link to another screen, which fades in unless `viewTransition` is false. */
export function Link(props: LinkProps) {
  return <RouterLink viewTransition={VIEW_TRANSITION} discover="none" {...props} />
}

type NavLinkProps = LinkProps & {
  to: string
  /** Exactly there, not below it. */
  end: boolean
  /** Beginnings of further addresses that belong to it. */
  also?: readonly string[]
}

function leadsTo(pathname: string, { to, end }: Pick<NavLinkProps, 'to' | 'end'>): boolean {
  const [here = '', place = ''] = [pathname, to].map((path) => path.toLowerCase().replace(/\/+$/, ''))
  return here === place || (!end && here.startsWith(`${place}/`))
}

/** A link that says with `aria-current` when it leads to where one is. */
export function NavLink({ to, end, also = [], ...rest }: NavLinkProps) {
  const { pathname } = useLocation()
  const here = leadsTo(pathname, { to, end }) || also.some((beginning) => pathname.startsWith(beginning))
  return <Link {...rest} to={to} aria-current={here ? 'page' : undefined} />
}
