const page = { fill: 'var(--a5)', stroke: 'var(--a6)', strokeWidth: 1.5 }
const line = { className: 'mirror', stroke: 'var(--a6)', strokeWidth: 5, strokeLinecap: 'round' as const, fill: 'none' }
const ink = { stroke: 'var(--a4)', strokeWidth: 3, strokeLinecap: 'round' as const, fill: 'none' }
const scribble = 'c6-14 12-14 11-5s-6 6-2-2 12-10 11 0 6 4 11-1 10 1 16-2'

/** Papers of a working day. */
export function PapersArt() {
  return (
    <svg className="art" viewBox="0 0 480 360" aria-hidden="true">
      <ellipse cx="240" cy="324" rx="200" ry="20" fill="var(--a1)" />
      <g transform="rotate(-9 130 200)">
        <rect x="56" y="74" width="150" height="208" rx="8" {...page} />
        <path d="M76 104h60M76 128h110M76 146h96M76 164h110" {...line} />
        <path d="M76 200h110v52H76zM76 217h110M76 234h110M130 200v52" fill="none" stroke="var(--a2)" strokeWidth="2" />
      </g>
      <g transform="rotate(8 350 200)">
        <rect x="274" y="74" width="150" height="208" rx="8" {...page} />
        <circle cx="349" cy="112" r="16" fill="var(--a1)" stroke="var(--a3)" strokeWidth="2" />
        <path d="M296 150h106M296 168h90M296 186h106" {...line} />
        <circle cx="384" cy="244" r="20" fill="none" stroke="var(--a3)" strokeWidth="2" strokeDasharray="3 4" />
        <circle cx="384" cy="244" r="12" fill="var(--a2)" />
      </g>
      <rect x="160" y="40" width="164" height="236" rx="10" {...page} />
      <path d="M184 72h74M184 98h116M184 116h100M184 134h116M184 152h64" {...line} />
      <path d={`M186 226${scribble}M256 226${scribble}`} {...ink} />
      <path d="M184 240h54M254 240h54" stroke="var(--a2)" strokeWidth="2" />
      <circle cx="324" cy="262" r="24" fill="var(--a3)" />
      <path d="m314 262 7 7 13-15" fill="none" stroke="#fff" strokeWidth="4" strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  )
}

const drawn = {
  employment: (
    <>
      <path d="M18 16h24M18 28h44M18 37h38" {...line} strokeWidth={4} />
      <path d={`M18 66${scribble}`} {...ink} strokeWidth={2.5} />
      <circle cx="60" cy="15" r="6" fill="var(--a2)" />
    </>
  ),
  supplier: (
    <>
      <path d="M18 16h24" {...line} strokeWidth={4} />
      <path d="M16 28h48v38H16zM16 41h48M16 53h48M40 28v38" fill="none" stroke="var(--a3)" strokeWidth="1.5" />
    </>
  ),
  minutes: (
    <>
      <path d="M26 16h38M26 30h30M26 44h38M26 58h26" {...line} strokeWidth={4} />
      {[16, 30, 44, 58].map((y) => (
        <circle key={y} cx="17" cy={y} r="3" fill="var(--a3)" />
      ))}
    </>
  ),
  report: (
    <>
      <path d="M18 16h24" {...line} strokeWidth={4} />
      <path d="M18 66V50h10v16zM35 66V36h10v30zM52 66V26h10v40z" fill="var(--a2)" />
      <path d="M16 67h48" stroke="var(--a3)" strokeWidth="2" />
    </>
  ),
  letters: (
    <>
      <circle cx="40" cy="17" r="7" fill="var(--a1)" stroke="var(--a3)" strokeWidth="1.5" />
      <path d="M18 34h44M18 44h36" {...line} strokeWidth={4} />
      <circle cx="56" cy="62" r="9" fill="none" stroke="var(--a3)" strokeWidth="1.5" strokeDasharray="2 3" />
      <circle cx="56" cy="62" r="5" fill="var(--a3)" />
    </>
  ),
  freelance: (
    <>
      <path d="M18 16h34M18 28h44M18 40h26" {...line} strokeWidth={4} />
      <path d="M16 62h20M44 62h20" stroke="var(--a3)" strokeWidth="2" />
      <circle cx="26" cy="54" r="4" fill="var(--a2)" />
      <circle cx="54" cy="54" r="4" fill="var(--a2)" />
    </>
  ),
}

/** A small drawing of the paper that a case is about. */
export const PaperArt = ({ kind }: { kind: keyof typeof drawn }) => (
  <svg className="art" viewBox="0 0 80 80" aria-hidden="true">
    <rect x="8" y="2" width="64" height="76" rx="5" {...page} />
    {drawn[kind]}
  </svg>
)
