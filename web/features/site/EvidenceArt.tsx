/** One document and the three questions that it answers: who, when, and whether it changed. */
export function EvidenceArt() {
  return (
    <svg className="art" viewBox="0 0 480 360" aria-hidden="true">
      <path d="M24 300c70-38 140-38 216-6s150 30 216-10v48H24z" fill="var(--a1)" />
      <rect x="166" y="26" width="168" height="236" rx="10" fill="var(--a5)" stroke="var(--a6)" strokeWidth="1.5" />
      <path
        className="mirror"
        d="M190 60h84M190 82h120M190 100h104M190 118h120M190 136h70"
        stroke="var(--a6)"
        strokeWidth="6"
        strokeLinecap="round"
      />
      <path
        d="M192 212c14-30 26-34 24-12-2 18-14 14-8-2 8-20 24-22 22-2-1 14-10 8-2-6 10-16 22-12 18 4-3 12 12 6 22-4 12-10 20 0 32-6"
        fill="none"
        stroke="var(--a4)"
        strokeWidth="3.5"
        strokeLinecap="round"
      />
      <path d="M190 232h120" stroke="var(--a2)" strokeWidth="2" />
      <g fill="none" stroke="var(--a3)" strokeWidth="2" strokeDasharray="1 7" strokeLinecap="round">
        <path d="M134 112h32M334 90h34M250 262v28" />
      </g>
      <g transform="translate(84 112)">
        <circle r="50" fill="var(--a5)" stroke="var(--a6)" strokeWidth="1.5" />
        <g fill="none" stroke="var(--a3)" strokeWidth="3" strokeLinecap="round">
          <path d="M-24 14v-10a24 24 0 0 1 48 0v4M-14 24V4a14 14 0 0 1 28 0v12M-4 30V6a5 5 0 0 1 9 0v20M-22-16a30 30 0 0 1 44 0" />
        </g>
      </g>
      <g transform="translate(412 90)">
        <circle r="46" fill="var(--a5)" stroke="var(--a6)" strokeWidth="1.5" />
        <circle r="28" fill="var(--a1)" stroke="var(--a3)" strokeWidth="3" />
        <path d="M0-16V0l11 8" fill="none" stroke="var(--a4)" strokeWidth="3.5" strokeLinecap="round" strokeLinejoin="round" />
      </g>
      <g transform="translate(150 290)">
        <rect width="200" height="44" rx="22" fill="var(--a5)" stroke="var(--a6)" strokeWidth="1.5" />
        <circle cx="22" cy="22" r="13" fill="var(--a3)" />
        <path d="m16 22 5 5 8-9" fill="none" stroke="#fff" strokeWidth="3" strokeLinecap="round" strokeLinejoin="round" />
        <g fill="var(--a2)">
          {[48, 64, 80, 96, 112, 128, 144, 160, 176].map((x, i) => (
            <rect key={x} x={x} y={i % 2 ? 16 : 14} width="9" height={i % 3 ? 14 : 18} rx="2" />
          ))}
        </g>
      </g>
    </svg>
  )
}
