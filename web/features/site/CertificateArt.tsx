const turns = Array.from({ length: 12 }, (_, i) => i * 15)

/** The fine rings of printed securities, as a quiet ground. */
export const Rosette = () => (
  <svg className="art rosette" viewBox="-100 -100 200 200" aria-hidden="true">
    <g fill="none" stroke="var(--a2)" strokeWidth=".8">
      {turns.map((turn) => (
        <ellipse key={turn} rx="96" ry="38" transform={`rotate(${turn})`} />
      ))}
    </g>
  </svg>
)

/** A key, and the card that says whose it is. */
export function KeyArt() {
  return (
    <svg className="art" viewBox="0 0 480 360" aria-hidden="true">
      <g transform="translate(240 176)" fill="none" stroke="var(--a2)">
        {turns.map((turn) => (
          <ellipse key={turn} rx="168" ry="66" transform={`rotate(${turn})`} />
        ))}
      </g>
      <rect x="92" y="84" width="296" height="186" rx="14" fill="var(--a5)" stroke="var(--a6)" strokeWidth="1.5" />
      <path d="M92 124h296" stroke="var(--a6)" strokeWidth="1.5" />
      <rect x="116" y="99" width="96" height="10" rx="5" fill="var(--a4)" />
      <circle cx="360" cy="104" r="8" fill="var(--a3)" />
      <path d="M116 150h120M116 170h92M116 190h132" stroke="var(--a6)" strokeWidth="7" strokeLinecap="round" />
      <g fill="var(--a2)">
        {[116, 132, 148, 164, 180, 196, 212, 228].map((x, i) => (
          <rect key={x} x={x} y="220" width="10" height={i % 3 ? 22 : 28} rx="2" />
        ))}
      </g>
      <g transform="translate(318 196)">
        <circle r="34" fill="var(--a3)" />
        <circle r="27" fill="none" stroke="#fff" strokeWidth="1.5" strokeDasharray="3 5" />
        <path d="m-12 0 8 9 16-18" fill="none" stroke="#fff" strokeWidth="4" strokeLinecap="round" strokeLinejoin="round" />
      </g>
      <g transform="rotate(-24 150 300)" stroke="var(--a4)" strokeWidth="9" fill="none" strokeLinecap="round" strokeLinejoin="round">
        <circle cx="112" cy="294" r="24" fill="var(--a5)" />
        <path d="M136 294h108M214 294v20M240 294v24" />
      </g>
    </svg>
  )
}
