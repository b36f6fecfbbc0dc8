import type { ComponentProps, MouseEvent } from 'react'
import {
  type NavigateOptions,
  parsePath,
  type To,
  useHref,
  useLinkClickHandler,
  useLocation,
} from 'react-router'

export type LinkProps = Omit<ComponentProps<'a'>, 'href'> &
  Pick<NavigateOptions, 'replace' | 'state' | 'preventScrollReset' | 'viewTransition'> & { to: To }

/** Whether a new screen fades in. React Router logs a warning in browsers without view transitions. */
export const VIEW_TRANSITION = 'startViewTransition' in (globalThis.document ?? {})

/**
 * A link to another screen, which fades in unless `viewTransition` is false. React Router's own `Link` brings the code that
 * prefetches in its framework mode.
 */
export function Link({
  to,
  replace,
  state,
  preventScrollReset,
  viewTransition = VIEW_TRANSITION,
  onClick,
  ...rest
}: LinkProps) {
  const options = { replace, state, preventScrollReset, viewTransition, target: rest.target }
  const follow = useLinkClickHandler<HTMLAnchorElement>(to, options)
  const click = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    if (!event.defaultPrevented) follow(event)
  }
  return <a {...rest} href={useHref(to)} onClick={click} />
}

type NavLinkProps = LinkProps & {
  to: string
  /** Matches exactly this path, not those below it. */
  end: boolean
  /** Prefixes of other addresses that belong to this link. */
  also?: readonly string[]
}

function isActive(pathname: string, { to, end }: Pick<NavLinkProps, 'to' | 'end'>): boolean {
  const paths = [pathname, parsePath(to).pathname ?? '']
  const [current = '', target = ''] = paths.map((path) => path.toLowerCase().replace(/\/+$/, ''))
  return current === target || (!end && current.startsWith(`${target}/`))
}

/** A link that has `aria-current` when it leads to the current screen. */
export function NavLink({ to, end, also = [], ...rest }: NavLinkProps) {
  const { pathname } = useLocation()
  const current = isActive(pathname, { to, end }) || also.some((prefix) => pathname.startsWith(prefix))
  return <Link {...rest} to={to} aria-current={current ? 'page' : undefined} />
}
