/** Flags of a font descriptor (ISO 32000-2 table 121): whether it shows signs, or the letters of Latin. */
export const [symbolic, nonsymbolic] = [4, 32]
