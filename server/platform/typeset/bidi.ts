import bidiFactory from 'bidi-js'

/** The Unicode Bidirectional Algorithm (UAX #9). The package is CommonJS: its default import is the factory, which its types do not say. */
export const bidi = (bidiFactory as unknown as typeof bidiFactory.default)()
