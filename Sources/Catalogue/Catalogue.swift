// Catalogue
