/**
 * Eight small drawings in the style of screen prints. They take the place of photographs where there are none yet: on
 * the landing page, beside the sign-in forms and in the sample catalog.
 */
const drawings: readonly string[] = [
  // Hills at dusk
  '<rect width="400" height="300" fill="#F0B67F"/><circle cx="285" cy="112" r="46" fill="#FBE3B8"/><path d="M0 190c60-50 110-40 170-12s120 20 230-38v160H0z" fill="#C8613C"/><path d="M0 232c80-40 150-22 210-2s120 8 190-24v94H0z" fill="#7C2F34"/><path d="M0 268c90-22 180-14 400-6v38H0z" fill="#2D1A2B"/>',
  // A bowl of citrus
  '<rect width="400" height="300" fill="#DDE3D4"/><rect y="196" width="400" height="104" fill="#B9C3AC"/><circle cx="168" cy="150" r="42" fill="#E8A33D"/><circle cx="232" cy="142" r="46" fill="#F0B94F"/><circle cx="205" cy="122" r="38" fill="#D9822B"/><path d="M92 160h216c0 62-44 96-108 96S92 222 92 160z" fill="#2F4A44"/><ellipse cx="200" cy="160" rx="108" ry="10" fill="#24403A"/><path d="M222 88c14-22 34-22 46-14-10 18-28 22-46 14z" fill="#5E7F4E"/>',
  // Arches
  '<rect width="400" height="300" fill="#E7D9C8"/><path d="M40 300V140a60 60 0 0 1 120 0v160z" fill="#B4573B"/><path d="M62 300V142a38 38 0 0 1 76 0v158z" fill="#4A1F22"/><path d="M200 300V110a80 80 0 0 1 160 0v190z" fill="#CE7B56"/><path d="M228 300V112a52 52 0 0 1 104 0v188z" fill="#86A6B5"/><path d="M228 300V222c36-16 70-12 104 0v78z" fill="#2F5568"/>',
  // The sea
  '<rect width="400" height="300" fill="#BFD4DC"/><circle cx="110" cy="96" r="34" fill="#F7F1E3"/><rect y="150" width="400" height="150" fill="#2E6379"/><path d="M0 176c50-14 90 12 140 0s90-12 140 0 80 8 120-4v128H0z" fill="#20495E"/><path d="M0 226c60-16 100 10 160 0s120-14 240 2v72H0z" fill="#143146"/><path d="M262 150l26-78 8 78z" fill="#FBF6EC"/><path d="M258 152h52l-10 16h-34z" fill="#B4573B"/>',
  // Leaves
  '<rect width="400" height="300" fill="#17332B"/><path d="M60 300C60 170 110 90 196 50c6 110-36 196-136 250z" fill="#3F7A5A"/><path d="M190 300c-10-110 26-186 120-226 14 110-22 180-120 226z" fill="#6FA06B"/><path d="M300 300c-6-70 22-124 96-150 6 74-22 122-96 150z" fill="#2C5A45"/><path d="M62 298C86 210 126 130 192 56M192 298c20-78 56-150 114-220" stroke="#17332B" stroke-width="3" fill="none"/>',
  // A cup on a table
  '<rect width="400" height="300" fill="#EAC9BC"/><rect y="206" width="400" height="94" fill="#8E4A3E"/><path d="M0 0h150L60 206H0z" fill="#F4DDD2"/><path d="M132 110h120v54a60 52 0 0 1-120 0z" fill="#F9F3EA"/><path d="M252 122h18a26 26 0 0 1 0 52h-22v-14h20a12 12 0 0 0 0-24h-16z" fill="#F9F3EA"/><ellipse cx="192" cy="110" rx="60" ry="12" fill="#3B2119"/><ellipse cx="192" cy="222" rx="92" ry="12" fill="#6D342B"/>',
  // City at night
  '<rect width="400" height="300" fill="#1C2145"/><circle cx="316" cy="66" r="26" fill="#E9E4D2"/><path d="M20 300V130h70v170zM104 300V84h64v216z" fill="#2F3972"/><path d="M180 300V150h90v150zM284 300V110h82v190z" fill="#3F4C95"/><path d="M118 104h12v14h-12zM142 104h12v14h-12zM118 138h12v14h-12zM142 172h12v14h-12zM200 172h14v14h-14zM236 172h14v14h-14zM200 208h14v14h-14zM306 134h12v14h-12zM332 168h12v14h-12zM36 152h12v14H36zM60 190h12v14H60z" fill="#F2C46D"/>',
  // A figure with a scarf
  '<rect width="400" height="300" fill="#D8C7E0"/><circle cx="300" cy="90" r="120" fill="#E6DBEA"/><path d="M96 300c4-76 46-112 104-112s100 36 104 112z" fill="#4B3B7A"/><path d="M158 112c0-34 18-56 46-56s44 22 44 54-18 66-46 66-44-30-44-64z" fill="#B9764F"/><path d="M150 120c-8-56 22-86 58-84s58 30 48 78c-14-6-20-22-24-34-18 14-48 18-70 16-4 8-6 16-12 24z" fill="#2A1A22"/><path d="M148 182c36 24 76 24 108 0l16 30c-48 32-96 32-140 0z" fill="#E0633F"/>',
];

/** One drawing as a data URL; indexes past the last one start over. */
export const sceneUrl = (index: number): string => {
  const drawing = drawings[index % drawings.length] ?? '';
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 300" preserveAspectRatio="xMidYMid slice">${drawing}</svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
};
