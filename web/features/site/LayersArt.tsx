const sheet = 'M0 44 150 0l150 44-150 44z'
const layers = [
  { y: 236, fill: 'var(--a6)' },
  { y: 182, fill: 'var(--a1)' },
  { y: 128, fill: 'var(--a2)' },
  { y: 74, fill: 'var(--a5)' },
]

/** What a signed file is made of, one sheet above the other: document, signature, time, evidence. */
export function LayersArt() {
  return (
    <svg className="art" viewBox="0 0 480 360" aria-hidden="true">
      <ellipse cx="240" cy="322" rx="190" ry="22" fill="var(--a1)" />
      <path d="M90 118v162M390 118v162M240 162v162" stroke="var(--a6)" strokeWidth="1.5" strokeDasharray="2 6" />
      {layers.map(({ y, fill }) => (
        <path key={y} d={sheet} transform={`translate(90 ${y})`} fill={fill} stroke="var(--a3)" strokeWidth="1.5" strokeLinejoin="round" />
      ))}
      <g transform="translate(90 74) matrix(1 .293 -1 .293 150 0)" fill="none" strokeLinecap="round">
        <path className="mirror" d="M26 34h96M26 52h74M26 70h88" stroke="var(--a6)" strokeWidth="7" />
        <path d="M30 120c10-24 20-24 18-8s-10 10-4-4 20-16 18 0 10 6 18-2 16 2 26-4" stroke="var(--a4)" strokeWidth="4.5" />
      </g>
      <g fill="var(--a3)">
        <circle cx="390" cy="118" r="5" />
        <circle cx="390" cy="172" r="5" />
        <circle cx="390" cy="226" r="5" />
        <circle cx="390" cy="280" r="5" />
      </g>
      <g transform="translate(240 44)">
        <circle r="26" fill="var(--a3)" />
        <path d="m-11 0 8 8 14-16" fill="none" stroke="#fff" strokeWidth="4" strokeLinecap="round" strokeLinejoin="round" />
      </g>
    </svg>
  )
}
