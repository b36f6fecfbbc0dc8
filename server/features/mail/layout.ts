import type { MailContent, MailGroup, MailItem, MailLink, MailSite, Unsubscribe } from './mail-kind.ts'

/** Markup that is safe to put into other markup. */
class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type Part = string | Html | Html[] | undefined

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Builds markup. Escapes every string that is put into it. */
function html(literals: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(literals.map((literal, index) => literal + markupOf(parts[index])).join(''))
}

function markupOf(part: Part): string {
  if (part === undefined) return ''
  if (typeof part === 'string') return part.replace(/[&<>"']/g, (letter) => ESCAPES[letter] ?? '')
  if (part instanceof Html) return part.text
  return part.map(({ text }) => text).join('')
}

const FONT = "-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"

/** Inline styles, because many mail programs support nothing else. */
const STYLES = {
  page: `margin:0;padding:0;background:#F8FAF9;color:#0F1614;font-family:${FONT};font-size:16px;line-height:1.55;-webkit-text-size-adjust:100%`,
  wrap: 'width:100%;border-collapse:collapse',
  out: 'padding:0 16px',
  column: 'max-width:600px;border-collapse:collapse',
  brand:
    'display:block;padding:24px 0 16px 4px;font-size:20px;font-weight:800;letter-spacing:-.03em;color:#0F1614;text-decoration:none',
  card: 'width:100%;max-width:600px;background:#FFFFFF;border:1px solid #E0E6E3;border-radius:16px;border-collapse:separate;border-spacing:0',
  pad: 'padding:32px 40px',
  h1: 'margin:0 0 12px;font-size:26px;line-height:1.2;letter-spacing:-.02em;font-weight:750',
  h2: 'margin:0 0 4px;font-size:18px;line-height:1.3;letter-spacing:-.01em',
  /** Without a line below it. */
  h2Alone: 'margin:0 0 12px;font-size:18px;line-height:1.3;letter-spacing:-.01em',
  paragraph: 'margin:0 0 16px;color:#46504C',
  lastParagraph: 'margin:0;color:#46504C',
  soft: 'color:#46504C',
  quiet: 'color:#5F6965;font-size:14px;line-height:1.5',
  button: 'border-radius:10px;background:#0D6348',
  buttonLink:
    'display:inline-block;padding:15px 26px;color:#FFFFFF;font-weight:650;text-decoration:none;border-radius:10px',
  copy: 'margin:22px 0 0;color:#5F6965;font-size:14px;line-height:1.5',
  address: 'word-break:break-all;font-size:14px;color:#0B5C43',
  link: 'color:#0B5C43',
  strongLink: 'color:#0B5C43;font-weight:650;text-decoration:none',
  rule: 'border-top:1px solid #E0E6E3;height:1px;line-height:1px;font-size:1px;padding:0',
  aside: 'padding:22px 40px 26px',
  section: 'padding:26px 40px',
  line: 'margin:0 0 16px;color:#5F6965;font-size:14px;line-height:1.5',
  quote: 'border-left:3px solid #A3D6C0;padding:0 0 0 14px',
  gap: 'height:12px;line-height:12px;font-size:1px;padding:0',
  more: 'margin:2px 0 18px',
  why: 'margin:6px 0 0;background:#F1F5F3;border-radius:10px;padding:10px 14px;font-size:13px;line-height:1.5;color:#46504C',
  pictureCell: 'width:128px;padding:0 16px 0 0;vertical-align:top',
  picture: 'display:block;width:128px;height:72px;border-radius:8px',
  foot: 'padding:18px 4px 32px;font-size:13px;line-height:1.55;color:#5F6965',
} as const

/** For mail programs that support style sheets: dark mode and phones. */
const DARK_AND_NARROW = new Html(`
@media (max-width:480px){.pad,.section{padding:26px 22px!important}.full,.full a{display:block!important;width:auto!important;text-align:center}.full tbody,.full tr,.full td{display:block!important}.picture{width:96px!important;padding-right:12px!important}.picture img{width:96px!important;height:54px!important}.h1{font-size:24px!important}.out{padding:0 12px!important}}
@media (prefers-color-scheme:dark){.page{background:#0C100F!important;color:#ECF2EF!important}.card{background:#131816!important;border-color:#262E2B!important}.brand{color:#ECF2EF!important}.link{color:#7FE8C0!important}.soft{color:#B5C0BB!important}.quiet,.foot{color:#939E99!important}.button{background:#6CE1B5!important}.button a{color:#06281C!important}.rule{border-color:#262E2B!important}.why{background:#1A201E!important;color:#B5C0BB!important}.quote{border-color:#23604A!important}}
`)

const UNSUBSCRIBE = 'Unsubscribe'

/** The address of an attached picture inside the mail. */
export function pictureCid(name: string): string {
  return `${name}@picture`
}

/**
 * The HTML of a mail, with tables and inline styles for old mail programs. It loads nothing, because pictures are attached.
 * Texts of users have `dir="auto"`, so that each has its own direction.
 */
export function mailHtml(content: MailContent, site: MailSite): string {
  const {
    subject,
    preview = content.paragraphs[0],
    heading,
    paragraphs,
    button,
    aside,
    groups = [],
  } = content
  const document = html`<!doctype html>
<html lang="en" dir="ltr"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${subject}</title><style>${DARK_AND_NARROW}</style></head><body class="page" style="${STYLES.page}">
<div hidden style="display:none" dir="auto">${preview}</div>
<div role="article" aria-roledescription="email" aria-label="${subject}"><table role="presentation" cellpadding="0" cellspacing="0" style="${STYLES.wrap}"><tr><td class="out" align="center" style="${STYLES.out}">
<table role="presentation" cellpadding="0" cellspacing="0" width="100%" style="${STYLES.column}"><tr><td><a class="brand" dir="auto" href="${site.origin}/" style="${STYLES.brand}">${site.name}</a></td></tr>
<tr><td><table role="presentation" cellpadding="0" cellspacing="0" class="card" style="${STYLES.card}"><tr><td class="pad" style="${STYLES.pad}">
<h1 class="h1" dir="auto" style="${STYLES.h1}">${heading}</h1>${paragraphs.map((text, index) => paragraph(text, index === paragraphs.length - 1 && !button))}
${button && buttonOf(button)}</td></tr>
${aside && asideOf(aside)}${groups.map(groupOf)}</table></td></tr>
<tr><td class="foot" dir="auto" style="${STYLES.foot}">${content.reason}${linkAfter(content.reasonLink)}${content.reasonLink && content.unsubscribe && ' ·'}${unsubscribeAfter(content.unsubscribe)}<br>
<bdi>${site.name}</bdi>, <a class="link" href="${site.origin}/" style="${STYLES.link}">${new URL(site.origin).host}</a></td></tr></table>
</td></tr></table></div></body></html>
`
  return document.text
}

function paragraph(text: string, isLast: boolean): Html {
  return html`<p class="soft" dir="auto" style="${isLast ? STYLES.lastParagraph : STYLES.paragraph}">${text}</p>`
}

function buttonOf({ label, url }: MailLink): Html {
  return html`<table role="presentation" cellpadding="0" cellspacing="0" class="full"><tr><td class="button" style="${STYLES.button}"><a href="${url}" style="${STYLES.buttonLink}">${label}</a></td></tr></table>
<p class="quiet" style="${STYLES.copy}">The button does nothing? Copy this address into your browser:<br><a class="link" dir="ltr" href="${url}" style="${STYLES.address}">${url}</a></p>`
}

const RULE = html`<tr><td class="rule" style="${STYLES.rule}">&nbsp;</td></tr>`

function asideOf({ lead, text, link }: NonNullable<MailContent['aside']>): Html {
  return html`${RULE}<tr><td class="pad" style="${STYLES.aside}"><p class="soft" dir="auto" style="${STYLES.lastParagraph}"><b>${lead}</b> ${text}${linkAfter(link)}</p></td></tr>`
}

function groupOf({ heading, line, quotes = [], items = [], link, reason, unsubscribe }: MailGroup): Html {
  return html`${RULE}<tr><td class="section" style="${STYLES.section}"><h2 dir="auto" style="${line === undefined ? STYLES.h2Alone : STYLES.h2}">${heading}</h2>
${line === undefined ? undefined : html`<p class="quiet" dir="auto" style="${STYLES.line}">${line}</p>`}
${quotes.map(({ name, text }) => html`<table role="presentation" cellpadding="0" cellspacing="0" width="100%"><tr><td class="quote" dir="auto" style="${STYLES.quote}"><b>${name}</b><br><span class="soft" dir="auto" style="${STYLES.soft}">${text}</span></td></tr><tr><td style="${STYLES.gap}"></td></tr></table>`)}
${items.map(itemOf)}
${link && html`<p style="${STYLES.more}"><a class="link" href="${link.url}" style="${STYLES.strongLink}">${link.label}</a></p>`}
${reason === undefined ? undefined : html`<div class="why" dir="auto" style="${STYLES.why}">${reason}${unsubscribeAfter(unsubscribe)}</div>`}</td></tr>`
}

function itemOf({ title, url, line, picture }: MailItem): Html {
  const image =
    picture === undefined
      ? undefined
      : html`<td class="picture" style="${STYLES.pictureCell}"><img src="cid:${pictureCid(picture)}" width="128" height="72" alt="" style="${STYLES.picture}"></td>`
  return html`<table role="presentation" cellpadding="0" cellspacing="0" width="100%"><tr>${image}<td valign="top" dir="auto"><a class="link" href="${url}" style="${STYLES.strongLink}">${title}</a>${line === undefined ? undefined : html`<br><span class="quiet" dir="auto" style="${STYLES.quiet}">${line}</span>`}</td></tr><tr><td style="${STYLES.gap}"></td></tr></table>`
}

function linkAfter(link: MailLink | undefined): Html | undefined {
  return link && html` <a class="link" href="${link.url}" style="${STYLES.link}">${link.label}</a>`
}

function unsubscribeAfter(unsubscribe: Unsubscribe | undefined): Html | undefined {
  return linkAfter(unsubscribe && { label: UNSUBSCRIBE, url: unsubscribe.pageUrl })
}

/** The same as plain text. */
export function mailText(content: MailContent, site: MailSite): string {
  const { heading, paragraphs, button, aside, groups = [], reason, reasonLink, unsubscribe } = content
  const blocks = [
    heading,
    ...paragraphs,
    button && textOfLink(button),
    aside && [`${aside.lead} ${aside.text}`, aside.link && textOfLink(aside.link)],
    ...groups.map(groupText),
    [
      '-- ',
      reason,
      reasonLink && textOfLink(reasonLink),
      unsubscribe && textOfLink({ label: UNSUBSCRIBE, url: unsubscribe.pageUrl }),
      `${site.name}, ${site.origin}/`,
    ],
  ]
  return `${blocks
    .map((block) => linesOf(block).join('\n'))
    .filter((block) => block !== '')
    .join('\n\n')}\n`
}

type Lines = string | undefined | Lines[]

function linesOf(lines: Lines): string[] {
  if (lines === undefined) return []
  return typeof lines === 'string' ? [lines] : lines.flatMap(linesOf)
}

function groupText({ heading, line, quotes = [], items = [], link, reason, unsubscribe }: MailGroup): Lines {
  return [
    `* ${heading}`,
    line,
    quotes.map(({ name, text }) => `${name}: ${text}`),
    items.map((item) => [item.line === undefined ? item.title : `${item.title} (${item.line})`, item.url]),
    link && textOfLink(link),
    reason,
    unsubscribe && textOfLink({ label: UNSUBSCRIBE, url: unsubscribe.pageUrl }),
  ]
}

function textOfLink({ label, url }: MailLink): string {
  return `${label}: ${url}`
}
