// Circulation
