import { Html } from './html.ts'

const FONT = "-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"

/** Inline styles, because many mail programs support nothing else. */
export const STYLES = {
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
export const DARK_AND_NARROW = new Html(`
@media (max-width:480px){.pad,.section{padding:26px 22px!important}.full,.full a{display:block!important;width:auto!important;text-align:center}.full tbody,.full tr,.full td{display:block!important}.picture{width:96px!important;padding-right:12px!important}.picture img{width:96px!important;height:54px!important}.h1{font-size:24px!important}.out{padding:0 12px!important}}
@media (prefers-color-scheme:dark){.page{background:#0C100F!important;color:#ECF2EF!important}.card{background:#131816!important;border-color:#262E2B!important}.brand{color:#ECF2EF!important}.link{color:#7FE8C0!important}.soft{color:#B5C0BB!important}.quiet,.foot{color:#939E99!important}.button{background:#6CE1B5!important}.button a{color:#06281C!important}.rule{border-color:#262E2B!important}.why{background:#1A201E!important;color:#B5C0BB!important}.quote{border-color:#23604A!important}}
`)
